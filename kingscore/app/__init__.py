"""What a command does, as one call that a script could make: between store, notation, check and course.

``begin`` opens a game, ``change`` records, amends and takes back, ``head`` mends what stands above the deals, ``files``
reads and checks game files, ``line`` makes one line of a shell's words. Nothing here prints or phrases anything.
"""

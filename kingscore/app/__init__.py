"""What a command does, as one call that a script could make: between storage, notation and checks.

``begin`` opens a game, ``change`` records, amends and takes back, ``head`` amends what stands above the deals,
``files`` reads and checks game files, ``fix`` puts them right, ``settle`` says who owes whom.
"""

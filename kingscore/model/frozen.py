"""Frozen values as ``dataclasses`` makes them, in a quarter of the time: recording a deal defines fifty of them.

``dataclass``, ``field`` and ``replace`` are used as those of the standard library, and type checkers see those. Only
frozen classes without a base are made here; everything else is passed on to the standard library.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, TypeVar

__all__ = ["by_identity", "dataclass", "field", "replace"]

V = TypeVar("V")
T = TypeVar("T")
#: So many results are kept of one function at most.
MOST_KEPT = 256


def by_identity(make: Callable[[V], T]) -> Callable[[V], T]:
    """The function, its results kept by the identity of what they were made of: rules are few and large, so that to
    compare them would take longer than to make most things of them."""
    kept: dict[int, tuple[V, T]] = {}

    def get(value: V) -> T:
        found = kept.get(id(value))
        if found is None:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            found = kept[id(value)] = (value, make(value))
        return found[1]

    return get


if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:
    from types import FunctionType

    #: Stands for a value that a factory makes.
    MADE = object()

    def dataclass(cls=None, /, *, frozen=False, slots=False, **other):
        """A class as a value. Only ``frozen`` and ``slots`` without base classes are made here."""
        if cls is None:
            return lambda made: dataclass(made, frozen=frozen, slots=slots, **other)
        if not frozen or other or cls.__bases__ != (object,):
            return dataclasses.dataclass(cls, frozen=frozen, slots=slots, **other)
        return _frozen(cls, slots)

    def replace(value, /, **changes):
        """The value with some of its parts changed."""
        if not hasattr(type(value), "__parts__"):
            return dataclasses.replace(value, **changes)
        parts = [changes.pop(name) if name in changes else getattr(value, name) for name in value.__match_args__]
        return type(value)(*parts, **changes)

    def _frozen(cls, slots):
        names = tuple(cls.__annotations__)
        fields = {name: _field(cls.__dict__.get(name, dataclasses.MISSING)) for name in names}
        body = {name: value for name, value in cls.__dict__.items() if name not in fields}
        body |= {
            "__init__": _init(cls, fields, slots),
            "__parts__": _parts(tuple(name for name, one in fields.items() if one.compare)),
            "__eq__": _eq,
            "__hash__": _hash,
            "__setattr__": _refused,
            "__delattr__": _refused,
            "__reduce__": _reduce,
            "__match_args__": names,
            "__dataclass_fields__": _Fields(fields),
        }
        body.setdefault("__repr__", _repr)
        if slots:
            body["__slots__"] = names
        else:
            body |= {name: one.default for name, one in fields.items() if one.default is not dataclasses.MISSING}
        for name in ("__dict__", "__weakref__"):
            body.pop(name, None)
        made = type(cls)(cls.__name__, cls.__bases__, body)
        made.__qualname__ = cls.__qualname__
        if slots:  # a slot sets its part without looking for it by name
            made.__init__.__globals__.update({f"put_{name}": made.__dict__[name].__set__ for name in names})
        return made

    def _field(default):
        return default if isinstance(default, dataclasses.Field) else field(default=default)

    def _init(cls, fields, slots):
        """The method that sets every part; the defaults are handed over as they are, so that nothing need be run."""
        lines = [f" {name} = made_{name}() if {name} is made else {name}" for name in fields if _made(fields[name])]
        put = " put_{0}(self, {0})" if slots else " put(self, {0!r}, {0})"
        lines += [put.format(name) for name in fields]
        lines += [" self.__post_init__()"] * hasattr(cls, "__post_init__")
        text = f"def __init__({', '.join(('self', *fields))}):\n" + ("\n".join(lines) or " pass")
        scope = {"put": object.__setattr__, "made": MADE}
        scope |= {f"made_{name}": one.default_factory for name, one in fields.items() if _made(one)}
        defaults = [MADE if _made(one) else one.default for one in fields.values()]
        given = tuple(default for default in defaults if default is not dataclasses.MISSING)
        return _function(text, f"{cls.__qualname__}.__init__", scope, given)

    def _made(one):
        return one.default_factory is not dataclasses.MISSING

    def _parts(names):
        """The method that gives the parts by which values are compared, in order."""
        return _function(f"def __parts__(self):\n return ({''.join(f'self.{name}, ' for name in names)})", "", {}, ())

    def _function(text, name, scope, defaults):
        code = next(one for one in compile(text, "<frozen>", "exec").co_consts if hasattr(one, "co_code"))
        made = FunctionType(code, scope, code.co_name, defaults)
        made.__qualname__ = name or code.co_name
        return made

    def _eq(self, other):
        return self.__parts__() == other.__parts__() if other.__class__ is self.__class__ else NotImplemented

    def _hash(self):
        return hash(self.__parts__())

    def _repr(self):
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__qualname__}({shown})"

    def _refused(self, name, *value):
        raise dataclasses.FrozenInstanceError(f"cannot change {name!r} of a {type(self).__qualname__}")

    def _reduce(self):
        """Copied and pickled by calling the class again, since nothing can be set on the value."""
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)

    class _Fields:
        """The fields as ``dataclasses`` knows them, made by it when somebody asks."""

        def __init__(self, own):
            self.own = own

        def __get__(self, value, cls):
            twin = dataclasses.make_dataclass(
                cls.__name__, [(name, cls.__annotations__[name], self.own[name]) for name in cls.__match_args__]
            )
            cls.__dataclass_fields__ = twin.__dataclass_fields__
            return twin.__dataclass_fields__

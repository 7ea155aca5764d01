"""XLA's foreign function interface as Python sees it: calls of handlers without XLA."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_int, c_int64, c_size_t, c_uint32, c_void_p
from typing import Any

import numpy as np

TYPES = {"bool": 1, "int32": 4, "int64": 5, "uint8": 6, "uint32": 8, "float32": 11}


HEAD = (("size", c_size_t), ("extensions", c_void_p))
"""How almost every struct begins."""


class Buffer(ctypes.Structure):
    _fields_ = (
        *HEAD,
        ("type", c_int),
        ("data", c_void_p),
        ("rank", c_int64),
        ("dimensions", POINTER(c_int64)),
    )


class Arrays(ctypes.Structure):
    _fields_ = (*HEAD, ("count", c_int64), ("kinds", POINTER(c_int)), ("items", POINTER(c_void_p)))


class Text(ctypes.Structure):
    _fields_ = (("data", c_char_p), ("length", c_size_t))


class Attributes(ctypes.Structure):
    _fields_ = (
        *HEAD,
        ("count", c_int64),
        ("kinds", POINTER(c_int)),
        ("names", POINTER(POINTER(Text))),
        ("items", POINTER(c_void_p)),
    )


class Version(ctypes.Structure):
    _fields_ = (*HEAD, ("major", c_int), ("minor", c_int))


class ErrorMade(ctypes.Structure):
    _fields_ = (*HEAD, ("message", c_char_p), ("code", c_int))


class StreamAsked(ctypes.Structure):
    _fields_ = (*HEAD, ("context", c_void_p), ("stream", c_void_p))


CREATE = ctypes.CFUNCTYPE(c_void_p, POINTER(ErrorMade))
GET_STREAM = ctypes.CFUNCTYPE(c_void_p, POINTER(StreamAsked))
STREAM = 0x5EA
"""The address of the stream that every call has."""


class Api(ctypes.Structure):
    _fields_ = (
        *HEAD,
        ("version", Version),
        ("internal", c_void_p),
        ("create_error", CREATE),
        ("others", c_void_p * 3),
        ("get_stream", GET_STREAM),
        ("more", c_void_p * 13),
    )


class Call(ctypes.Structure):
    _fields_ = (
        *HEAD,
        ("api", POINTER(Api)),
        ("context", c_void_p),
        ("stage", c_int),
        ("arguments", Arrays),
        ("results", Arrays),
        ("attributes", Attributes),
    )


class Metadata(ctypes.Structure):
    _fields_ = (("size", c_size_t), ("version", Version), ("traits", c_uint32))


class MetadataExtension(ctypes.Structure):
    _fields_ = (
        ("size", c_size_t),
        ("type", c_int),
        ("next", c_void_p),
        ("metadata", POINTER(Metadata)),
    )


def function(capsule: object) -> Any:
    """The handler in a capsule."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = c_void_p, (ctypes.py_object, c_char_p)
    address = pointer(capsule, b"xla._CUSTOM_CALL_TARGET")
    return ctypes.CFUNCTYPE(c_void_p, POINTER(Call))(address)


def version(capsule: object) -> tuple[int, int]:
    """The version that a handler names when it is registered."""
    about = Metadata(ctypes.sizeof(Metadata))
    asked = MetadataExtension(ctypes.sizeof(MetadataExtension), 1, None, ctypes.pointer(about))
    call = Call(ctypes.sizeof(Call), ctypes.addressof(asked))
    assert function(capsule)(ctypes.byref(call)) is None
    return about.version.major, about.version.minor


def _arrays(given: list[np.ndarray], keep: list[Any]) -> Arrays:
    buffers = []
    for array in given:
        dimensions = (c_int64 * array.ndim)(*array.shape)
        kind = TYPES[array.dtype.name]
        buffers.append(Buffer(48, None, kind, array.ctypes.data, array.ndim, dimensions))
    items = (c_void_p * len(given))(*(ctypes.addressof(buffer) for buffer in buffers))
    kinds = (c_int * len(given))(*(1 for _ in given))
    keep += [buffers, items, kinds]
    return Arrays(40, None, len(given), kinds, items)


def call(
    capsule: object,
    arguments: list[np.ndarray],
    results: list[np.ndarray],
    game: str | None = None,
    kind: int = 4,
) -> tuple[int, str] | None:
    """Calls a handler; the code and the message of its error, or None."""
    errors: list[tuple[int, str]] = []

    def create(made: Any) -> int:
        errors.append((made.contents.code, made.contents.message.decode()))
        return 1

    def stream(asked: Any) -> None:
        asked.contents.stream = STREAM

    keep: list[Any] = []
    api = Api(ctypes.sizeof(Api), None, Version(24, None, 0, 3), None, CREATE(create))
    api.get_stream = GET_STREAM(stream)
    attributes = Attributes(48, None, 0)
    if game is not None:
        texts = [Text(text.encode(), len(text.encode())) for text in ("alias", "game", game)]
        names = (POINTER(Text) * 2)(ctypes.pointer(texts[0]), ctypes.pointer(texts[1]))
        items = (c_void_p * 2)(ctypes.addressof(texts[0]), ctypes.addressof(texts[2]))
        attributes = Attributes(48, None, 2, (c_int * 2)(4, kind), names, items)
        keep += [texts, names, items]
    frame = Call(
        ctypes.sizeof(Call),
        None,
        ctypes.pointer(api),
        None,
        3,
        _arrays(arguments, keep),
        _arrays(results, keep),
        attributes,
    )
    failed = function(capsule)(ctypes.byref(frame))
    assert bool(failed) == bool(errors)
    return errors[0] if errors else None

"""The border where people wait for an explanation: pydantic checks authored models and tells every fault at once.

The models are declared once, as structs. On the way of a check msgspec reads them; here pydantic gets a schema of the
same fields. Nothing imports this module before a file is at fault or a JSON Schema is asked for.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Sequence
from datetime import date
from enum import Enum
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Meta
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import CoreSchema, SchemaValidator, core_schema

from deckcheck.model.authored import Authored

SHAPE: Final = "\0"
"""What the names of shapes and kinds begin with, so that they are told from keys in the place of a fault."""
_LEAVES: Final[dict[Any, Callable[[], CoreSchema]]] = {
    str: lambda: core_schema.str_schema(strict=True),
    int: lambda: core_schema.int_schema(strict=True),
    bool: lambda: core_schema.bool_schema(strict=True),
    float: lambda: core_schema.float_schema(strict=True),
    date: lambda: core_schema.date_schema(strict=True),
    Any: core_schema.any_schema,
}
_SHAPES: Final[dict[type, str]] = {bool: "flag", str: "text", int: "number", float: "real", date: "date",
                                   dict: "table", list: "list", tuple: "list"}  # fmt: skip


@cache
def validator(model: Any) -> SchemaValidator:
    """Pydantic's validator of a model, or of tables of a model by name; what it accepts becomes the struct."""
    return SchemaValidator(_Builder().root(model))


def json_schema(model: Any) -> dict[str, Any]:
    """The JSON Schema of a model, with what each key means."""
    return JsonSchema().generate(_Builder().root(model))


def shape_of(value: object) -> str:
    """What a value of a TOML file is: table, list, text, flag, number, real or date."""
    return next((shape for kind, shape in _SHAPES.items() if isinstance(value, kind)), "other")


def plain(annotation: Any) -> tuple[Any, tuple[Meta, ...]]:
    """An annotation without `None` (TOML has none) and without what says more about it, and that."""
    told: tuple[Meta, ...] = ()
    while True:
        if typing.get_origin(annotation) is typing.Annotated:
            annotation, *more = typing.get_args(annotation)
            told += tuple(item for item in more if isinstance(item, Meta))
        elif typing.get_origin(annotation) in (typing.Union, types.UnionType) and len(members(annotation)) == 1:
            annotation = members(annotation)[0]
        else:
            return annotation, told


def members(annotation: Any) -> list[Any]:
    """What a union may be, but for None; an annotation that is no union is all it may be."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return [one for one in typing.get_args(annotation) if one is not types.NoneType]
    return [annotation]


def tag_of(member: Any) -> str:
    """The name of a union's member in the place of a fault: its kind, or the shape of its values."""
    found = plain(member)[0]
    if isinstance(found, type) and issubclass(found, Authored):
        tag = found.__struct_config__.tag
        return f"{SHAPE}{'table' if tag is None else tag}"
    origin = typing.get_origin(found) or found
    if origin is typing.Literal:
        origin = str
    return SHAPE + _SHAPES[origin]


def kind_key(found: Sequence[Any]) -> str | None:
    """The key that tells the kinds of a union apart; None for a union of shapes."""
    keys = {one.__struct_config__.tag_field for one in found if isinstance(one, type) and issubclass(one, Authored)}
    return str(keys.pop()) if len(keys) == 1 and keys != {None} else None


class JsonSchema(GenerateJsonSchema):
    """Leaves out titles of keys, which would only repeat the keys."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


class _Builder:
    """Makes pydantic's schema of a model and of those inside it, each defined once."""

    def __init__(self) -> None:
        self._defined: dict[type[Authored], CoreSchema] = {}

    def root(self, model: Any) -> CoreSchema:
        """The schema of a model with all that it refers to."""
        found = self.schema(model)
        return core_schema.definitions_schema(found, list(self._defined.values()))

    def _struct(self, model: type[Authored]) -> CoreSchema:
        name = f"{model.__module__}.{model.__qualname__.strip('_')}:{id(model)}"
        if model not in self._defined:
            self._defined[model] = core_schema.any_schema()  # a place for models that refer to themselves
            fields = {item.encode_name: self._field(item) for item in msgspec.structs.fields(model)}
            config = model.__struct_config__
            if config.tag is not None:
                kind = core_schema.literal_schema([config.tag])
                fields = {str(config.tag_field): core_schema.typed_dict_field(kind), **fields}
            told = {
                "title": model.__name__.strip("_"),
                "description": _first(model.__doc__),
                "additionalProperties": False,
            }
            table = core_schema.typed_dict_schema(
                fields, extra_behavior="forbid", metadata={"pydantic_js_updates": told}
            )
            self._defined[model] = core_schema.no_info_after_validator_function(_maker(model), table, ref=name)
        return core_schema.definition_reference_schema(name)

    def _field(self, item: msgspec.structs.FieldInfo) -> core_schema.TypedDictField:
        schema = self.schema(item.type)
        description = description_of(item.type)
        updates = {} if description is None else {"description": description}
        if not item.required and item.default is not msgspec.NODEFAULT and _is_json(item.default):
            updates["default"] = item.default
        return core_schema.typed_dict_field(schema, required=item.required, metadata={"pydantic_js_updates": updates})

    def schema(self, annotation: Any) -> CoreSchema:
        """The schema of an annotation. Raises TypeError for one that no authored model has."""
        found, told = plain(annotation)
        if found in _LEAVES:
            return _limited(_LEAVES[found](), told)
        if isinstance(found, type) and issubclass(found, Authored):
            return self._struct(found)
        if isinstance(found, type) and issubclass(found, Enum):
            return core_schema.enum_schema(found, list(found), sub_type="str")
        origin, inner = typing.get_origin(found), typing.get_args(found)
        if origin is typing.Literal:
            return core_schema.literal_schema(list(inner))
        if origin is list:
            return core_schema.list_schema(self.schema(inner[0]), strict=True)
        if origin is dict:
            return core_schema.dict_schema(self.schema(inner[0]), self.schema(inner[1]), strict=True)
        if origin is tuple:
            return core_schema.tuple_schema([self.schema(one) for one in inner])
        if origin in (typing.Union, types.UnionType):
            return self._union(members(found))
        raise TypeError(f"no schema for {annotation!r}")

    def _union(self, found: list[Any]) -> CoreSchema:
        key = kind_key(found)
        choices = {tag_of(one): self.schema(one) for one in found}

        def choice(value: Any) -> str | None:
            if key is not None:
                value = value.get(key) if isinstance(value, dict) else None
                return SHAPE + value if isinstance(value, str) else None
            return SHAPE + shape_of(value)

        error = "kind" if key is not None else "shape"
        return core_schema.tagged_union_schema(
            choices, choice, custom_error_type=error, custom_error_message="is nothing of these"
        )


def description_of(annotation: Any) -> str | None:
    """What a key means, as its annotation says."""
    return next((item.description for item in plain(annotation)[1] if item.description is not None), None)


def _maker(model: type[Authored]) -> Callable[[dict[str, Any]], Authored]:
    names = {item.encode_name: item.name for item in msgspec.structs.fields(model)}

    def make(values: dict[str, Any]) -> Authored:
        return model(**{names[key]: value for key, value in values.items() if key in names})

    return make


def _limited(schema: CoreSchema, told: Sequence[Meta]) -> CoreSchema:
    limits = {name: value for item in told for name in ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")
              if (value := getattr(item, name)) is not None}  # fmt: skip
    return typing.cast(CoreSchema, {**schema, **limits})


def _first(text: str | None) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((text or "").partition("\n\n")[0].split())


def _is_json(value: Any) -> bool:
    return isinstance(value, (str, int, float)) and not isinstance(value, Enum) and value not in ("", False)

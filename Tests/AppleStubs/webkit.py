"""Makes the stand-in of Apple's WebKit from the table of its declarations."""

import collections
import re

# Conformances whose requirements need Objective-C, and which nothing here asks for.
left_out = {"NSSecureCoding", "NSCopying", "ProgressReporting", "CustomNSError", "Hashable", "View"}
body = "{ fatalError() }"


def is_there(availability, platform, system, floors):
    """Whether a declaration is on the oldest system that is asked for."""
    if platform not in ("all", f"{system}-only"):
        return False
    found = re.search(rf"\b{system} (\d+)\.(\d+)", availability)
    if found:
        return (int(found[1]), int(found[2])) <= floors[system]
    # Rows for all that name the Mac alone stand for both, with the other's type in the place of the Mac's.
    mac = re.search(r"macOS (\d+)\.(\d+)", availability)
    return platform == "all" and mac is not None and (int(mac[1]), int(mac[2])) <= floors["macOS"]


def spelled(declaration, system):
    """A declaration with the names of a system's own types."""
    if system == "iOS":
        declaration = re.sub(r"\bNS(View|Color|Image|EdgeInsets)\b", r"UI\1", declaration)
    return declaration


def property_of(declaration):
    """A property that is computed, whatever the table says of how it is kept."""
    declaration = re.sub(r"\bweak ", "", declaration)
    declaration = re.sub(r"\blet (\w+: .*)$", r"var \1 { get }", declaration)
    accessors = {"{ get }": body, "{ get set }": "{ get { fatalError() } set { fatalError() } }",
                 "{ get async }": "{ get async { fatalError() } }"}
    for written, meant in accessors.items():
        if declaration.endswith(written):
            return declaration[: -len(written)] + meant
    raise ValueError(f"not a property: {declaration}")


def member_of(kind, declaration, owner_kind):
    """A member of a class, a struct or an enumeration."""
    if kind == "case":
        return declaration
    access = "public "
    if owner_kind == "class":
        if declaration in ("init()", "convenience init(frame: CGRect)"):
            access = "public override "
        if declaration == "init?(coder: NSCoder)":
            access = "public required "
    declaration = re.sub(r"@(preconcurrency|NSCopying) ", "", declaration)
    if "@discardableResult" not in declaration and "func " in declaration and has_result(declaration):
        # The importer makes all results of Objective-C's methods discardable.
        access = "@discardableResult " + access
    attributes = re.match(r"(?:@\w+ )*", declaration)[0]
    declaration = declaration[len(attributes):]
    if kind == "property" or re.match(r"(static|class)?\s*(var|let) ", declaration):
        return attributes + access + property_of(declaration)
    return f"{attributes}{access}{declaration} {body}"


def has_result(declaration):
    """Whether a function returns something: an arrow that stands in no parentheses says so."""
    depth = 0
    for index, character in enumerate(declaration):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0 and declaration.startswith("->", index):
            return True
    return False


def type_of(name, kind, declaration, rows):
    """A type with its members."""
    head = re.sub(r"(@\w+ )*(final )?", "", declaration, count=1)
    attributes = "@MainActor " if "@MainActor" in declaration else ""
    keyword, short, parents = re.match(r"(\w+) (\w+)(?: : (.*))?$", head).groups()
    parents = [parent for parent in (parents or "").split(", ") if parent and parent not in left_out]
    if keyword == "protocol":
        return protocol_of(attributes, short, parents, rows)
    if keyword in ("enum", "struct") and "Sendable" not in parents:
        parents.append("Sendable")
    lines = [member_of(row_kind, row, keyword) for row_kind, row in rows]
    if "OptionSet" in parents:
        lines.insert(0, "public let rawValue: UInt\n    public init(rawValue: UInt) { self.rawValue = rawValue }")
    access = "open" if keyword == "class" else "public"
    inherits = " : " + ", ".join(parents) if parents else ""
    text = f"{attributes}{access} {keyword} {short}{inherits} {{\n" + "".join(f"    {line}\n" for line in lines) + "}"
    if "." in name:
        text = f"extension {name.rsplit('.', 1)[0]} {{\n{text}\n}}"
    return text


def protocol_of(attributes, short, parents, rows):
    """A protocol; what is optional, and one of two forms of a requirement, has a default here."""
    requirements, defaults = [], []
    asynchronous = [row for _, row in rows if " async" in row]
    for kind, row in rows:
        text = row.removeprefix("optional ")
        requirements.append(f"    {text}")
        has_twin = "async" in row or any(name_of(other) in row for other in asynchronous)
        if kind != "property" and (row != text or has_twin):
            defaults.append(f"    public {text} {body}")
    text = f"{attributes}public protocol {short} : {', '.join(parents)} {{\n" + "\n".join(requirements) + "\n}"
    if defaults:
        text += f"\nextension {short} {{\n" + "\n".join(defaults) + "\n}"
    return text


def name_of(declaration):
    """What two forms of one requirement have in common: all before the handler."""
    return re.sub(r"\)? async.*", "", declaration.removeprefix("optional "))


def stand_in(table, system, floors):
    """The text of the module's one file."""
    kinds = {"class", "struct", "enum", "protocol"}
    types, members, texts = {}, collections.defaultdict(list), []
    for line in table.read_text().splitlines()[1:]:
        owner, kind, declaration, availability, platform = line.split("\t")
        if not is_there(availability, platform, system, floors):
            continue
        declaration = spelled(declaration, system)
        if kind in kinds:
            types[owner] = (kind, declaration)
        elif owner == "(global)":
            name, type_name = re.match(r"let (\w+): (.*)", declaration).groups()
            texts.append(f"public var {name}: {type_name} {body}")
        else:
            members[owner].append((kind, declaration))
    for name, (kind, declaration) in sorted(types.items(), key=lambda entry: entry[0].count(".")):
        texts.append(type_of(name, kind, declaration, members[name]))
    imports = {"macOS": "AppKit", "iOS": "UIKit"}[system]
    return f"@_exported import {imports}\n\n" + "\n\n".join(texts) + "\n"

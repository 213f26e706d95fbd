// What packages name on every platform: the system's WebKit on Apple's, ours on Linux, under one module name.
@_exported import WebKit

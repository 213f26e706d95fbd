// Apple's WebKit umbrella brings Foundation with it, so source that imports WebKit alone compiles here too.
@_exported import Foundation
@_exported import FoundationNetworking

import Testing

/// Tests that look for buttons and texts in all windows of the program, and so run one after another.
@Suite(.serialized)
enum SeenWindowTests {}

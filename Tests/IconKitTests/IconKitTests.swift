import IconKit

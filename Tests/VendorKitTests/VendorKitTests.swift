import VendorKit

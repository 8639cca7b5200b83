import SafeFiles

import StrictTOML

import Testing

@testable import AuditKit

/// Copyright statements as they stand in real sources.
struct CopyrightParserTests {
  private static func lines(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return CopyrightParser(lines).statements.map(\.description)
  }

  @Test(
    arguments: [
      (
        " * Copyright (c) 2010 - 2021, Daniel Stenberg, <daniel@haxx.se>, et al.",
        "Copyright (C) 2010-2021 Daniel Stenberg, <daniel@haxx.se>, et al."
      ),
      ("// Copyright 2011 Google Inc. All Rights Reserved.", "Copyright (C) 2011 Google Inc."),
      (
        "/* Copyright (C) 1998,1999, 2001-03 by Jane Doe. */",
        "Copyright (C) 1998-1999, 2001-2003 Jane Doe"
      ),
      ("# Copyright © 2021 Behdad Esfahbod", "Copyright (C) 2021 Behdad Esfahbod"),
      (
        "dnl Copyright (C) 2005, 2008, 2010-2011 Free Software Foundation, Inc.",
        "Copyright (C) 2005, 2008, 2010-2011 Free Software Foundation, Inc."
      ),
      (" * Copyright Siemens AG 2015-2019", "Copyright (C) 2015-2019 Siemens AG"),
      (" * Copyright The Mbed TLS Contributors", "Copyright (C) The Mbed TLS Contributors"),
      (
        "(C) 1999-2003 Jean Example <jean@example.org>",
        "Copyright (C) 1999-2003 Jean Example <jean@example.org>"
      ),
      (" *  Copyright (c) 2015-present, Example Org", "Copyright (C) 2015-present Example Org"),
      (
        "    \"Copyright (C) 2015-2016, 2018 Jane Doe\\n\" \\",
        "Copyright (C) 2015-2016, 2018 Jane Doe"
      ),
      (".\\\" Copyright (c) 1990-1997 Sam Leffler", "Copyright (C) 1990-1997 Sam Leffler"),
      (
        "SPDX-FileCopyrightText: 2019 Jane Doe <jane@example.org>",
        "Copyright (C) 2019 Jane Doe <jane@example.org>"
      ),
      ("<p>Copyright &copy; 2001 <a href=\"x\">Jane Doe</a></p>", "Copyright (C) 2001 Jane Doe"),
      (
        " * Copyright (c) 2000\n *\tThe Regents of the University.  All rights reserved.",
        "Copyright (C) 2000 The Regents of the University"
      ),
      (
        "Copyright (c) 1998-2000 Open Center Ltd\n          and Clark Example",
        "Copyright (C) 1998-2000 Open Center Ltd and Clark Example"
      ),
      (
        "# Copyright (C) 1992, 1993, 1994,\n# 1995 Free Software Foundation, Inc.",
        "Copyright (C) 1992-1995 Free Software Foundation, Inc."
      ),
      ("copyright = u'2009-2020, Jane Doe'", "Copyright (C) 2009-2020 Jane Doe"),
      ("<p>Copyright 2013 Jane Doe &lt;</p>", "Copyright (C) 2013 Jane Doe"),
      // Dates have one year.
      ("# Copyright 2006-11-28 Jane Doe", "Copyright (C) 2006 Jane Doe"),
      ("# Copyright 2006/11/28 Jane Doe", "Copyright (C) 2006 Jane Doe"),
      ("# Copyright (c) 28 November 2006 Jane Doe", "Copyright (C) 2006 Jane Doe"),
      ("# Copyright (c) Nov. 28th, 2006, Jane Doe", "Copyright (C) 2006 Jane Doe"),
      ("# Copyright (c) 2006-11 Jane Doe", "Copyright (C) 2006-2011 Jane Doe"),
      ("# Copyright (c) March Networks 2006", "Copyright (C) 2006 March Networks"),
      // PostScript.
      (
        "/Notice (Copyright (C) 1997 Example Society. All Rights Reserved) readonly def",
        "Copyright (C) 1997 Example Society"
      ),
      ("/Copyright (Copyright 2000 by Foo Inc.) def", "Copyright (C) 2000 Foo Inc."),
      ("(Copyright \\251 2005 Bar Ltd) show", "Copyright (C) 2005 Bar Ltd"),
      (
        "/Notice (Copyright 1997, 2009 \\050c\\051 Example Society \\050<http://example.org>\\051) def",
        "Copyright (C) 1997, 2009 Example Society (<http://example.org>)"
      ),
      (
        "%%Copyright: Copyright (c) 1999 (URW)++ Design & Development) readonly def",
        "Copyright (C) 1999 (URW)++ Design & Development"
      ),
      (
        "<i>Copyright (c) 2004, 2005 by Jane Doe<br>Last modified 11 December 2005</i>",
        "Copyright (C) 2004-2005 Jane Doe"
      ),
      (
        " * Copyright 2010 Nokia Corporation and/or its subsidiary(-ies)",
        "Copyright (C) 2010 Nokia Corporation and/or its subsidiary(-ies)"
      ),
      ("# Copyright 2019 Bidi \u{202E}evil", "Copyright (C) 2019 Bidi \\u{202E}evil"),
    ] as [(String, String)])
  func reads(_ text: String, statement: String) {
    #expect(Self.lines(text) == [statement])
  }

  @Test(
    arguments: [
      ("Copyright (c) 1998 Greg Example. All rights\nreserved.", "Copyright (C) 1998 Greg Example"),
      (
        "# Copyright (C) 2004, 2011 Free\n# Software Foundation, Inc.",
        "Copyright (C) 2004, 2011 Free Software Foundation, Inc."
      ),
      ("Copyright (c) 2010 Jane Doe, and is in the public domain.", "Copyright (C) 2010 Jane Doe"),
      (
        "Copyright (c) 1990-2000 Info-ZIP.  All rights reserved.",
        "Copyright (C) 1990-2000 Info-ZIP"
      ),
      (
        "Copyright (c) Joris Example <info@be.example>",
        "Copyright (C) Joris Example <info@be.example>"
      ),
    ] as [(String, String)])
  func endsAHolder(_ text: String, statement: String) {
    #expect(Self.lines(text) == [statement])
  }

  @Test func readsSeveralOnOneLine() {
    #expect(
      Self.lines("Copyright (c) 2009 Jane Doe, 2011-2012 John Roe") == [
        "Copyright (C) 2009 Jane Doe", "Copyright (C) 2011-2012 John Roe",
      ])
    #expect(
      Self.lines("Copyright 1995 Jane Doe, Copyright (c) 1996 John Roe") == [
        "Copyright (C) 1995 Jane Doe", "Copyright (C) 1996 John Roe",
      ])
  }

  @Test(arguments: [
    " * notice, this list of conditions and the above copyright notice",
    "The above copyright notice and this permission notice shall be included",
    "THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM",
    "Copyright (C) <year>  <name of author>", "Copyright [yyyy] [name of copyright owner]",
    "COPYRIGHT AND PERMISSION NOTICE", "{TIFFTAG_COPYRIGHT, \"Copyright\"},",
    "#define OPT_COPYRIGHT_FILE_DEFAULT 0", "   2. Grant of Copyright License. Subject to",
    "  copyright interest in his contributions", "Copyright law forbids it.",
    "      (c) You must retain, in the Source form", "copyright 2 months ago", "Copyright",
    "Copyright (c) 2000 \u{1}\u{2}x", "Copyright: BSD", "{ \"COPYRIGHT\", BDF_ATOM, 1, { 0 } },",
  ])
  func takesProseForNone(_ text: String) {
    #expect(Self.lines(text) == [])
  }

  @Test func mergesYearsOfOneHolder() {
    var register = CopyrightRegister()
    for line in [
      "Copyright (C) 1995-1998 Mark Adler", "copyright 1999, 2003 by mark adler",
      "Copyright (c) 2005 Mark Adler <mark@example.org>.", "Copyright (c) 2001 Jane Doe",
    ] {
      register.add(CopyrightParser([line]).statements)
    }
    #expect(
      register.statements.map(\.description) == [
        "Copyright (C) 1995-1999, 2003, 2005 Mark Adler <mark@example.org>",
        "Copyright (C) 2001 Jane Doe",
      ])
  }
}

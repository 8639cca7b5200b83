/// The licences of each preset, by their identifiers on the SPDX list.
///
/// Source: the categories of ScanCode's LicenseDB (https://scancode-licensedb.aboutcode.org, release
/// 32.5): "Permissive" and "Public Domain" are permissive here, "Copyleft Limited" is weak and
/// "Copyleft" strong copyleft. Network copyleft, which the LicenseDB does not tell apart, are those
/// whose own text requires the source for use over a network as well as for copies.
enum LicensePresetLists {
  /// Licences that ask for little more than the notice.
  static let permissive = names(
    """
    0BSD 3D-Slicer-1.0 AAL ADSL AFL-1.1 AFL-1.2 AFL-2.0 AFL-2.1 AFL-3.0 AMD-newlib AMDPLPA AML
    AML-glslang AMPAS ANTLR-PD ANTLR-PD-fallback APAFML Abstyles AdaCore-doc Adobe-2006
    Adobe-Display-PostScript Adobe-Glyph Adobe-Utopia Afmparse Apache-1.0 Apache-1.1 Apache-2.0
    App-s2p Aspell-RU BSD-1-Clause BSD-2-Clause BSD-2-Clause-Darwin BSD-2-Clause-Patent
    BSD-2-Clause-Views BSD-2-Clause-first-lines BSD-2-Clause-pkgconf-disclaimer BSD-3-Clause
    BSD-3-Clause-Attribution BSD-3-Clause-Clear BSD-3-Clause-HP BSD-3-Clause-LBNL
    BSD-3-Clause-Modification BSD-3-Clause-Open-MPI BSD-3-Clause-Sun BSD-3-Clause-acpica
    BSD-3-Clause-flex BSD-4-Clause BSD-4-Clause-Shortened BSD-4-Clause-UC BSD-4.3RENO
    BSD-4.3TAHOE BSD-Advertising-Acknowledgement BSD-Attribution-HPND-disclaimer
    BSD-Inferno-Nettverk BSD-Source-Code BSD-Source-beginning-file BSD-Systemics
    BSD-Systemics-W3Works BSL-1.0 Baekmuk Bahyph Barr Beerware Bitstream-Charter Bitstream-Vera
    BlueOak-1.0.0 Boehm-GC Boehm-GC-without-fee Borceux Brian-Gladman-2-Clause
    Brian-Gladman-3-Clause CC-BY-1.0 CC-BY-2.0 CC-BY-2.5 CC-BY-2.5-AU CC-BY-3.0 CC-BY-3.0-AT
    CC-BY-3.0-AU CC-BY-3.0-DE CC-BY-3.0-IGO CC-BY-3.0-NL CC-BY-3.0-US CC-BY-4.0 CC-PDDC
    CC-PDM-1.0 CC0-1.0 CDLA-Permissive-1.0 CDLA-Permissive-2.0 CECILL-B CERN-OHL-1.1
    CERN-OHL-1.2 CERN-OHL-P-2.0 CFITSIO CMU-Mach CMU-Mach-nodoc CNRI-Jython CNRI-Python
    CNRI-Python-GPL-Compatible COIL-1.0 Caldera-no-preamble Catharon Clips Community-Spec-1.0
    Condor-1.1 Cornell-Lossless-JPEG Cronyx Crossword CryptoSwift CrystalStacker Cube
    DEC-3-Clause DL-DE-BY-2.0 DL-DE-ZERO-2.0 DOC DRL-1.0 DRL-1.1 DSDP DocBook-DTD DocBook-Schema
    DocBook-Stylesheet DocBook-XML Dotseqn ECL-1.0 ECL-2.0 EFL-1.0 EFL-2.0 EPICS EUDatagrid
    Entessa FBM FSFAP FSFAP-no-warranty-disclaimer FSFUL FSFULLR FSFULLRSD FSFULLRWD FTL Fair
    Ferguson-Twofish FreeBSD-DOC Furuseth GD GLWTPL Game-Programming-Gems Giftware Glulxe
    Graphics-Gems Gutmann HDF5 HIDAPI HP-1986 HP-1989 HPND HPND-DEC HPND-Fenneberg-Livingston
    HPND-INRIA-IMAG HPND-Intel HPND-Kevlin-Henney HPND-MIT-disclaimer HPND-Markus-Kuhn
    HPND-Netrek HPND-Pbmplus HPND-UC HPND-doc HPND-doc-sell HPND-export-US-modify
    HPND-export2-US HPND-merchantability-variant HPND-sell-MIT-disclaimer-xserver
    HPND-sell-regexpr HPND-sell-variant HPND-sell-variant-MIT-disclaimer
    HPND-sell-variant-MIT-disclaimer-rev HTMLTIDY HaskellReport IBM-pibs ICU
    IEC-Code-Components-EULA IJG IJG-short ISC ISC-Veillard ImageMagick Info-ZIP Inner-Net-2.0
    InnoSetup Intel Intel-ACPI JPNIC JSON Jam JasPer-2.0 Kastrup Kazlib Knuth-CTAN LOOP
    LPD-document LZMA-SDK-9.11-to-9.20 LZMA-SDK-9.22 Latex2e Latex2e-translated-notice Leptonica
    Libpng Linux-OpenIB Lucida-Bitmap-Fonts MIPS MIT MIT-0 MIT-CMU MIT-Click MIT-Festival
    MIT-Khronos-old MIT-Modern-Variant MIT-Wu MIT-advertising MIT-enna MIT-feh MIT-open-group
    MIT-testregex MITNFA MMIXware MPEG-SSG MS-LPL MS-PL MTLL Mackerras-3-Clause
    Mackerras-3-Clause-acknowledgment Martin-Birgmeier McPhee-slideshow Minpack MirOS
    MulanPSL-1.0 MulanPSL-2.0 Multics Mup NAIST-2003 NCBI-PD NCL NCSA NICTA-1.0 NIST-PD
    NIST-PD-fallback NIST-Software NLOD-1.0 NLOD-2.0 NLPL NRL NTIA-PD NTP NTP-0 Naumen NetCDF
    Newsletr O-UDA-1.0 OAR ODC-By-1.0 OFFIS OFL-1.0 OFL-1.0-RFN OFL-1.0-no-RFN OFL-1.1-RFN
    OFL-1.1-no-RFN OGC-1.0 OGDL-Taiwan-1.0 OGL-Canada-2.0 OGL-UK-1.0 OGL-UK-2.0 OGL-UK-3.0
    OLDAP-2.0 OLDAP-2.0.1 OLDAP-2.1 OLDAP-2.2 OLDAP-2.2.1 OLDAP-2.2.2 OLDAP-2.3 OLDAP-2.4
    OLDAP-2.5 OLDAP-2.6 OLDAP-2.7 OLDAP-2.8 OLFL-1.3 OML OPL-UK-3.0 OPUBL-1.0 OpenSSL
    OpenSSL-standalone OpenVision PADL PDDL-1.0 PHP-3.0 PHP-3.01 PSF-2.0 Pixar Plexus PostgreSQL
    Python-2.0 Python-2.0.1 RSA-MD Rdisc Ruby-pty SAX-PD SAX-PD-2.0 SCEA SGI-B-1.1 SGI-B-2.0
    SGI-OpenGL SGP4 SHL-0.5 SHL-0.51 SL SMLNJ SSH-OpenSSH SSH-short SSLeay-standalone SWL
    Saxpath SchemeReport Sendmail Sendmail-Open-Source-1.1 Soundex Spencer-86 Spencer-94
    Spencer-99 Sun-PPP Sun-PPP-2000 SunPro Symlinks TCL TCP-wrappers TPDL TTWL TTYP0
    TU-Berlin-1.0 TU-Berlin-2.0 TermReadKey ThirdEye TrustedQSL UCAR UMich-Merit UPL-1.0
    Unicode-3.0 Unicode-DFS-2015 Unicode-DFS-2016 UnixCrypt Unlicense Unlicense-libtelnet
    Unlicense-libwhirlpool VSL-1.0 W3C W3C-19980720 W3C-20150513 WTFPL Widget-Workshop Wsuipa
    X11 X11-distribute-modifications-variant X11-swapped XFree86-1.1 XSkat Xdebug-1.03 Xerox
    Xfig Xnet ZPL-1.1 ZPL-2.0 ZPL-2.1 Zed Zeeff Zend-2.0 Zlib bcrypt-Solar-Designer blessing
    bzip2-1.0.6 check-cvs checkmk curl cve-tou diffmark dtoa dvipdfm eGenix etalab-2.0 fwlw
    generic-xts gtkbook hdparm iMatix jove libpng-1.6.35 libpng-2.0 libselinux-1.0 libtiff
    libutil-David-Nugent lsof magaz mailprio man2html metamail mpi-permissive mpich2 mplus ngrep
    pkgconf pnmstitch psfrag psutils python-ldap radvd snprintf softSurfer ssh-keyscan swrule
    threeparttable ulem w3m wwl xinetd xkeyboard-config-Zinoviev xlock xpp xzoom
    zlib-acknowledgement
    """)

  /// Licences that ask for the source of the licensed files or of the library.
  static let weakCopyleft = names(
    """
    APSL-1.0 APSL-1.1 APSL-1.2 APSL-2.0 Artistic-1.0 Artistic-1.0-Perl Artistic-1.0-cl8
    Artistic-2.0 Artistic-dist BitTorrent-1.0 BitTorrent-1.1 CATOSL-1.1 CC-BY-SA-1.0
    CC-BY-SA-2.0 CC-BY-SA-2.0-UK CC-BY-SA-2.1-JP CC-BY-SA-2.5 CC-BY-SA-3.0 CC-BY-SA-3.0-AT
    CC-BY-SA-3.0-DE CC-BY-SA-3.0-IGO CC-BY-SA-4.0 CDDL-1.0 CDDL-1.1 CDL-1.0 CDLA-Sharing-1.0
    CECILL-1.1 CECILL-2.0 CECILL-2.1 CERN-OHL-W-2.0 CPL-1.0 CUA-OPL-1.0 ClArtistic EPL-1.0
    EPL-2.0 Eurosym FDK-AAC Frameworx-1.0 FreeImage GCR-docs GFDL-1.1-invariants-only
    GFDL-1.1-invariants-or-later GFDL-1.1-no-invariants-only GFDL-1.1-no-invariants-or-later
    GFDL-1.1-only GFDL-1.1-or-later GFDL-1.2-invariants-only GFDL-1.2-invariants-or-later
    GFDL-1.2-no-invariants-only GFDL-1.2-no-invariants-or-later GFDL-1.2-only GFDL-1.2-or-later
    GFDL-1.3-invariants-only GFDL-1.3-invariants-or-later GFDL-1.3-no-invariants-only
    GFDL-1.3-no-invariants-or-later GFDL-1.3-only GFDL-1.3-or-later GL2PS IPA IPL-1.0 Imlib2
    LGPL-2.0-only LGPL-2.0-or-later LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0-only
    LGPL-3.0-or-later LGPLLR LPL-1.0 LPL-1.02 LiLiQ-P-1.1 LiLiQ-R-1.1 Linux-man-pages-1-para
    Linux-man-pages-copyleft-2-para Linux-man-pages-copyleft-var MPL-1.0 MPL-1.1 MPL-2.0
    MPL-2.0-no-copyleft-exception MS-RL NASA-1.3 NBPL-1.0 NGPL NOSL NPL-1.0 NPL-1.1 Nokia Noweb
    OCCT-PL OCLC-2.0 OFL-1.1 OGTSL OLDAP-1.1 OLDAP-1.2 OLDAP-1.3 OLDAP-1.4 OPL-1.0 OSET-PL-2.1
    OpenPBS-2.3 QPL-1.0 QPL-1.0-INRIA-2004 Qhull RPSL-1.0 RSCPL Ruby SMPPL SPL-1.0 Sendmail-8.23
    TAPR-OHL-1.0 TORQUE-1.1 TPL-1.0 UCL-1.0 URT-RLE Ubuntu-font-1.0 YPL-1.0 Zimbra-1.3
    Zimbra-1.4 gSOAP-1.3b gnuplot
    """)

  /// Licences that ask for the source of the whole program.
  static let strongCopyleft = names(
    """
    APL-1.0 Aladdin Arphic-1999 BSD-Protection CC-SA-1.0 CECILL-1.0 CECILL-C CERN-OHL-S-2.0
    D-FSL-1.0 EUPL-1.0 ErlPL-1.1 GPL-1.0-only GPL-1.0-or-later GPL-2.0-only GPL-2.0-or-later
    GPL-3.0-only GPL-3.0-or-later Glide Interbase-1.0 LAL-1.2 LAL-1.3 LPPL-1.0 LPPL-1.1 LPPL-1.2
    LPPL-1.3a LPPL-1.3c LiLiQ-Rplus-1.1 Linux-man-pages-copyleft MakeIndex Motosoto ODbL-1.0 PPL
    RHeCos-1.1 SMAIL-GPL SNIA SimPL-2.0 Sleepycat SugarCRM-1.1.3 TGPPL-1.0 TMate TOSL VOSTROM
    Vim YPL-1.1 copyleft-next-0.3.0 copyleft-next-0.3.1
    """)

  /// Licences that ask for the source from those who only offer the program as a service, too.
  static let networkCopyleft = names(
    """
    AGPL-1.0-only AGPL-1.0-or-later AGPL-3.0-only AGPL-3.0-or-later CAL-1.0
    CAL-1.0-Combined-Work-Exception CPAL-1.0 EUPL-1.1 EUPL-1.2 NPOSL-3.0 OSL-1.0 OSL-1.1 OSL-2.0
    OSL-2.1 OSL-3.0 Parity-6.0.0 Parity-7.0.0 RPL-1.1 RPL-1.5
    """)

  /// Exceptions that let other code link to GPL code or include it. The LicenseDB calls these
  /// "Copyleft Limited", too; its others allow one named library or program and change nothing here.
  static let weakeningExceptions = names(
    """
    Bootloader-exception CLISP-exception-2.0 Classpath-exception-2.0 Fawkes-Runtime-exception
    Font-exception-2.0 GCC-exception-2.0 GCC-exception-2.0-note GCC-exception-3.1 GNAT-exception
    GNU-compiler-exception GPL-3.0-interface-exception GPL-3.0-linking-exception
    GPL-3.0-linking-source-exception Independent-modules-exception KiCad-libraries-exception
    LZMA-exception Linux-syscall-note OpenJDK-assembly-exception-1.0
    PS-or-PDF-font-exception-20170817 SANE-exception SWI-exception UBDL-exception
    WxWindows-exception-3.1 eCos-exception-2.0 freertos-exception-2.0 gnu-javamail-exception
    harbour-exception i2p-gpl-java-exception mif-exception polyparse-exception romic-exception
    u-boot-exception-2.0
    """)

  /// Exceptions of the files that autoconf, libtool, bison and texinfo add to a release.
  static let autotoolsExceptions = names(
    """
    Autoconf-exception-2.0 Autoconf-exception-3.0 Autoconf-exception-generic
    Autoconf-exception-generic-3.0 Autoconf-exception-macro Bison-exception-1.24
    Bison-exception-2.2 Libtool-exception Texinfo-exception
    """)

  /// The Free Software Foundation's own terms for such files.
  static let autotoolsLicenses = names(
    """
    FSFAP FSFAP-no-warranty-disclaimer FSFUL FSFULLR FSFULLRSD FSFULLRWD
    """)

  private static func names(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}

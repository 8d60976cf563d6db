"""Writes the workbooks beside this file, with two writers that other people use.

Debian: apt-get install python3-openpyxl python3-xlsxwriter && /usr/bin/python3 tests/support/workbooks/make.py
"""

import datetime
import pathlib

import openpyxl
import xlsxwriter
from openpyxl.chart import BarChart

HERE = pathlib.Path(__file__).parent
MOMENT = datetime.datetime(2026, 11, 23, 9, 30)

# What Excel shows (in an English one, dates of the region as ISO 8601), what the cell holds, and its format.
SHOWN = [
    ("2026-11-23 09:30", MOMENT, "yyyy-mm-dd hh:mm"),
    ("2026-11-23", MOMENT, "yyyy-mm-dd"),
    ("23-Nov-26", MOMENT, "d-mmm-yy"),
    ("Monday, November 23, 2026", MOMENT, "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy"),
    ("सोमवार, 23 नवम्बर 2026", MOMENT, "[$-439]dddd, d mmmm yyyy"),
    ("२०२६/११/२३", MOMENT, "[$-4000439]yyyy/mm/dd"),
    ("सोमबार, 23 नोभेम्बर 2026", MOMENT, "[$-461]dddd, d mmmm yyyy"),
    ("सोम २३ नोभेम्बर, ९:३० पूर्वाह्न", MOMENT, "[$-4000461]ddd d mmm, h:mm AM/PM"),
    ("9:30 AM", MOMENT, "h:mm AM/PM"),
    ("09:30", 46349.395833333, "hh:mm"),
    ("09:30", 46349.39583332176, "hh:mm"),
    ("09:30:00", 46349.3958287037, "hh:mm:ss"),
    ("09:29", 46349.395826388885, "hh:mm"),
    ("30:00.3", 46349.39583680556, "mm:ss.0"),
    ("36:00", 1.5, "[h]:mm"),
    ("30:00", 0.5 / 24, "[mm]:ss"),
    ("1900-02-28", 59, "yyyy-mm-dd"),
    ("1900-02-29", 60, "yyyy-mm-dd"),
    ("1900-03-01", 61, "yyyy-mm-dd"),
    ("0041000001", 41000001, "0000000000"),
    ("9841000001", 9841000001, "0000000000"),
    ("984-100-0001", 9841000001, "000-000-0000"),
    ("+977 9841000001", 9841000001, '"+977 "0'),
    ("9,841,000,001", 9841000001, "#,##0"),
    ("1,23,45,678", 12345678, "[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0"),
    ("9779841000001", 9779841000001, None),
    ("9779841000001", 9779841000001, "0.00E+00"),
    ("9841000001", 9841000001, "@"),
    ("0.3", 0.1 + 0.2, None),
    ("12.5%", 0.125, "0.0%"),
    ("13%", 0.125, "0%"),
    ("1 1/2", 1.5, "# ?/?"),
    ("Rs. 1,200", 1200, '"Rs. "#,##0'),
    ("रु 1,200", 1200, "[$रु-461] #,##0"),
    ("१२३", 123, "[$-4000439]0"),
    ("€ 1,200.50", 1200.5, "[$€-407] #,##0.00"),
    ("NPR 9779841000001", 9779841000001, '"NPR "General'),
    ("(5)", -5, "#,##0_);(#,##0)"),
    ("1,234.50", 1234.5, "_(* #,##0.00_);_(* (#,##0.00)"),
    ("Hello Sita", "Sita", '"Hello "@'),
    ("Sita", "Sita", "0.00"),
    ("TRUE", True, None),
    ("FALSE", False, None),
]


def shown(name, options):
    book = xlsxwriter.Workbook(HERE / name, options)
    sheet = book.add_worksheet("Shown")
    sheet.write_row(0, 0, ["shown", "cell"])
    is1904 = options.get("date_1904", False)
    # A number is another day there.
    cells = [cell for cell in SHOWN if not (is1904 and cell[2] and "y" in cell[2] and isinstance(cell[1], int))]
    for row, (text, value, code) in enumerate(cells, 1):
        form = book.add_format({"num_format": code}) if code else None
        sheet.write_string(row, 0, text)
        sheet.write(row, 1, value, form)
    row = len(cells) + 1
    # The regional formats, which files name by number alone.
    for text, number in [("2026-11-23", 14), ("2026-11-23 09:30", 22), ("9:30", 20), ("9:30:00", 21)]:
        form = book.add_format()
        form.set_num_format(number)
        sheet.write_string(row, 0, text)
        sheet.write_datetime(row, 1, MOMENT, form)
        row += 1
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    cells = [
        ("Sita Rai", lambda at: sheet.write_rich_string(at, 1, "Sita ", book.add_format({"bold": 1}), "Rai")),
        ("984100", lambda at: sheet.write_formula(at, 1, '="984"&"100"', None, "984100")),
        ("12", lambda at: sheet.write_formula(at, 1, "=6*2", None, 12)),
        ("2026-11-24", lambda at: sheet.write_formula(at, 1, "=B3+1", day, 44888 if is1904 else 46350)),
        ("TRUE", lambda at: sheet.write_formula(at, 1, "=1=1", None, True)),
        # An error is no value for a message.
        ("", lambda at: sheet.write_formula(at, 1, "=NA()", None, "#N/A")),
        ("a & <b>", lambda at: sheet.write_string(at, 1, "a & <b>")),
        ("1_x0041_", lambda at: sheet.write_string(at, 1, "1_x0041_")),
        ("merged", lambda at: sheet.merge_range(at, 1, at, 2, "merged")),
    ]
    for text, write in cells:
        sheet.write_string(row, 0, text or "(empty)")
        write(row)
        row += 1
    book.close()


def several():
    """A hidden first sheet, a very hidden one, a chart alone, and two that people see."""
    book = openpyxl.Workbook()
    book.active.title = "Lists"
    book.active.sheet_state = "hidden"
    book.active.append(["phone"])
    book.active.append([9841999999])
    secret = book.create_sheet("Secret")
    secret.sheet_state = "veryHidden"
    secret.append(["phone"])
    secret.append([9841888888])
    chart = book.create_chartsheet("Chart")
    chart.add_chart(BarChart())
    people = book.create_sheet("Customers & co")
    people.append(["Customers of Ilam"])
    people.append([])
    people.append(["Name", "Mobile", "Due"])
    for i in range(20):
        people.append([f"Person {i}", 9841000000 + i, MOMENT + datetime.timedelta(days=i)])
    people.auto_filter.ref = "A3:C23"
    people.auto_filter.add_filter_column(0, ["Person 0"])
    for row in range(12, 24):
        people.row_dimensions[row].hidden = True
    staff = book.create_sheet("कर्मचारी")
    staff.append(["name", "phone"])
    staff.append(["Hari", 9841777777])
    # openpyxl computes nothing: a formula has no result until Excel opens the file.
    staff.append(["Gita", "=9841777777+1"])
    book.active = 3
    book.save(HERE / "several.xlsx")


shown("shown.xlsx", {})
shown("shown1904.xlsx", {"date_1904": True})
shown("inline.xlsx", {"constant_memory": True})
several()

"""What is said of any file: archives, encodings, tables, documents."""

from campaign.formats.wordings import Wording, gettext_noop

FILE_WORDINGS: dict[str, Wording] = {
    "archive-damaged": Wording(
        gettext_noop("The archive is damaged."),
        gettext_noop("A complete gzip or zip file."),
        gettext_noop("Pack the file again and send it again; the transfer may have stopped early."),
    ),
    "archive-encrypted": Wording(
        gettext_noop("The archive is protected by a password."),
        gettext_noop("An archive without a password."),
        gettext_noop("Pack the file without a password."),
    ),
    "archive-file-count": Wording(
        gettext_noop("The archive does not hold exactly one file."),
        gettext_noop("One file; this archive holds {count}."),
        gettext_noop("Send each file on its own, plain or packed."),
    ),
    "archive-method": Wording(
        gettext_noop("The archive is packed by a method that is not accepted."),
        gettext_noop("A zip packed with Deflate, or a gzip file."),
        gettext_noop("Pack the file again as an ordinary zip or gzip file."),
    ),
    "archive-nested": Wording(
        gettext_noop("The archive holds another archive."),
        gettext_noop("A text file, packed once."),
        gettext_noop("Unpack the inner archive and pack its file once."),
    ),
    "archive-ratio": Wording(
        gettext_noop("The archive unpacks to far more than it weighs."),
        gettext_noop("At most {ratio} bytes for each packed byte."),
        gettext_noop("Send the file without packing it."),
    ),
    "archive-unsafe-path": Wording(
        gettext_noop("A path in the archive leaves its folder."),
        gettext_noop("A plain file name, without a link."),
        gettext_noop("Pack the file itself, not a folder or a link."),
    ),
    "file-too-large": Wording(
        gettext_noop("The file is too large."),
        gettext_noop("At most {megabytes} MiB once unpacked."),
        gettext_noop("Check that this is the right file; an organizer can raise the limit."),
    ),
    "too-many-lines": Wording(
        gettext_noop("The file has too many lines."),
        gettext_noop("At most {limit} lines, far more than the task can need."),
        gettext_noop("Check that this is the right file, and that its lines are not repeated."),
    ),
    "too-many-tabs": Wording(
        gettext_noop("The file has too many tabs."),
        gettext_noop("At most {limit} tabs, far more than its columns can need."),
        gettext_noop("Check that this is the right file, with one record a line."),
    ),
    "value-too-long": Wording(
        gettext_noop("The value is too long."),
        gettext_noop("At most {limit} characters; this one has {length}."),
        gettext_noop("Shorten it; look for two fields or two lines run into one."),
    ),
    "line-too-long": Wording(
        gettext_noop("The line is too long."),
        gettext_noop("At most {megabytes} MiB in one line."),
        gettext_noop("Write one record a line; a JSON array must become JSON Lines."),
    ),
    "file-not-found": Wording(
        gettext_noop("The file cannot be read."),
        gettext_noop("A file that exists and may be read."),
        gettext_noop("Check the path."),
    ),
    "folder-instead-of-file": Wording(
        gettext_noop("This is a folder."),
        gettext_noop("A file."),
        gettext_noop("Name a file of the folder."),
    ),
    "repeated-run-name": Wording(
        gettext_noop("Two runs have the same name."),
        gettext_noop("File names that differ before their extension."),
        gettext_noop("Rename one of the two files."),
    ),
    "empty-file": Wording(
        gettext_noop("The file is empty."),
        gettext_noop("At least one line."),
        gettext_noop("Check that this is the right file."),
    ),
    "no-records": Wording(
        gettext_noop("The file holds a header and nothing else."),
        gettext_noop("At least one line below the header."),
        gettext_noop("Check that this is the right file."),
    ),
    "other-format": Wording(
        gettext_noop("The file is in another format."),
        gettext_noop("Text with one record a line and tabs between the columns."),
        gettext_noop("Convert the file to one of the forms of the help page on files."),
    ),
    "other-format/no-tabs": Wording(
        gettext_noop("The file has no tabs."),
        gettext_noop("Text with one record a line and tabs between the columns."),
        gettext_noop(
            "Export the file with tabs between the columns; some editors replace them by spaces."
        ),
    ),
    "not-utf8": Wording(
        gettext_noop("The file is not in UTF-8."),
        gettext_noop("UTF-8."),
        gettext_noop("Save it as UTF-8, or confirm the preview read as Windows-1252."),
    ),
    "not-utf8/neither": Wording(
        gettext_noop("The file is neither in UTF-8 nor in Windows-1252."),
        gettext_noop("UTF-8."),
        gettext_noop("Save it as UTF-8."),
    ),
    "not-utf8/utf-16": Wording(
        gettext_noop("The file is in UTF-16."),
        gettext_noop("UTF-8."),
        gettext_noop("Save it as UTF-8; spreadsheets call UTF-16 “Unicode text”."),
    ),
    "byte-order-mark": Wording(
        gettext_noop("The file starts with a byte order mark."),
        gettext_noop("UTF-8 without a mark."),
        gettext_noop("Nothing to do: the mark is left out."),
    ),
    "read-as-windows-1252": Wording(
        gettext_noop("The file was read as Windows-1252."),
        gettext_noop("UTF-8."),
        gettext_noop("Check the accents and quotes below; next time save as UTF-8."),
    ),
    "line-break-in-field": Wording(
        gettext_noop("A field holds a line break."),
        gettext_noop("Lines that end with LF or CRLF, and no other line break."),
        gettext_noop("Replace the line break by a space."),
    ),
    "nul-character": Wording(
        gettext_noop("The text holds the NUL character."),
        gettext_noop("Characters that can be shown."),
        gettext_noop("Remove the character."),
    ),
    "control-character": Wording(
        gettext_noop("The text holds a control character."),
        gettext_noop("Characters that can be shown."),
        gettext_noop("The character is kept; remove it if it came from a conversion."),
    ),
    "half-character": Wording(
        gettext_noop("The text holds half a character."),
        gettext_noop("Complete characters."),
        gettext_noop("Write the character itself instead of one half of its \\u escape."),
    ),
    "blank-line": Wording(
        gettext_noop("The line is empty."),
        gettext_noop("One record a line."),
        gettext_noop("Nothing to do: the line is passed over."),
    ),
    "column-count": Wording(
        gettext_noop("Columns are missing."),
        gettext_noop("{expected} columns: {columns}."),
        gettext_noop("Look for a cut line; an empty column keeps its tab."),
    ),
    "column-count/between-blanks": Wording(
        gettext_noop("Columns are missing."),
        gettext_noop("{expected} columns: {columns}."),
        gettext_noop("Look for a cut line; blanks between columns cannot hold an empty one."),
    ),
    "column-count/too-many": Wording(
        gettext_noop("There are too many columns."),
        gettext_noop("{expected} columns: {columns}."),
        gettext_noop("Look for two lines run into one, and replace tabs inside a field by spaces."),
    ),
    "unknown-column": Wording(
        gettext_noop("The column is unknown."),
        gettext_noop("Among: {columns}."),
        gettext_noop("Correct its name or remove the column."),
    ),
    "repeated-column": Wording(
        gettext_noop("The column is there twice."),
        gettext_noop("Each of these once: {columns}."),
        gettext_noop("Remove one of the two columns."),
    ),
    "missing-column": Wording(
        gettext_noop("A column is missing."),
        gettext_noop("A column named {column}."),
        gettext_noop("Add the column; it may be empty."),
    ),
    "header-not-recognised": Wording(
        gettext_noop("The header is not recognised."),
        gettext_noop("A header whose first cell is exactly “{first}”, or no header."),
        gettext_noop("Put the column “{first}” first and write the names as here: {columns}."),
    ),
    "missing-identifier": Wording(
        gettext_noop("The identifier is missing."),
        gettext_noop("An identifier of its own."),
        gettext_noop("Give the line an identifier."),
    ),
    "blank-around-identifier": Wording(
        gettext_noop("The identifier starts or ends with a space."),
        gettext_noop("An identifier without spaces around it."),
        gettext_noop("Remove the space."),
    ),
    "control-in-identifier": Wording(
        gettext_noop("The identifier holds a tab, a line break or a control character."),
        gettext_noop("Characters that can be shown."),
        gettext_noop("Remove the character."),
    ),
    "unaddressable-identifier": Wording(
        gettext_noop("The identifier cannot stand in the address of a page."),
        gettext_noop(
            "No slash at an end, no two slashes in a row, and no part between slashes that is only"
            " one or two points."
        ),
        gettext_noop("Rename it; a slash inside, as in a/b, is welcome."),
    ),
    "repeated-identifier": Wording(
        gettext_noop("The identifier is used twice."),
        gettext_noop("Each identifier once; this one stands on line {first}."),
        gettext_noop("Remove one of the two lines or give it another identifier."),
    ),
    "reserved-identifier": Wording(
        gettext_noop("The identifier is reserved."),
        gettext_noop("Another identifier: NIL means “no answer in the collection”."),
        gettext_noop("Rename the document."),
    ),
    "missing-text": Wording(
        gettext_noop("The text is missing."),
        gettext_noop("A text that is not empty."),
        gettext_noop("Write the text or remove the line."),
    ),
    "not-json": Wording(
        gettext_noop("The line is not valid JSON."),
        gettext_noop("One JSON object a line."),
        gettext_noop("Correct the line at this column; a JSON array must become JSON Lines."),
    ),
    "wrong-type": Wording(
        gettext_noop("The value has the wrong type."),
        gettext_noop("A value of type {type} in {field}."),
        gettext_noop("Put text between double quotes; write one object a line."),
    ),
    "missing-field": Wording(
        gettext_noop("A field is missing."),
        gettext_noop("A field named {field}."),
        gettext_noop("Add the field."),
    ),
    "repeated-field": Wording(
        gettext_noop("A field is there twice."),
        gettext_noop("Each field once."),
        gettext_noop("Remove one of the two fields."),
    ),
    "field-ignored": Wording(
        gettext_noop("A field is not used."),
        gettext_noop("The fields id, title and text."),
        gettext_noop("Nothing to do: the field is left out."),
    ),
    "judged-document-changes": Wording(
        gettext_noop("The file changes a document that answers of runs name."),
        gettext_noop("The text that was answered from and judged by."),
        gettext_noop(
            "If it is meant, send the file again and tick “Confirm the changes”: answers and labels"
            " then stand beside the new text."
        ),
    ),
    "judging-closed": Wording(
        gettext_noop("Judging is closed: documents, questions and labels stay as they are."),
        gettext_noop("A file that arrives before judging is closed."),
        gettext_noop("Reopen judging first; that is possible until the teams see results."),
    ),
    "more-problems": Wording(
        gettext_noop("More problems were found than are listed."),
        gettext_noop("Not listed: {errors} errors, {warnings} warnings."),
        gettext_noop("Mend what is listed first, then check the file again."),
    ),
}

FILE_TITLES: dict[str, str] = {
    "other-format": gettext_noop("The file is in another format."),
    "not-utf8": gettext_noop("The file is not in UTF-8."),
    "column-count": gettext_noop("The number of columns is wrong."),
}
"""Titles of a code whose wordings have titles of their own, for a list of codes."""

"""What GNOME has a term for is called so here, too: data/po/gnome-terms.tsv."""
import csv
import unicodedata

import pytest
import template
import translations

LINES = (translations.FOLDER / "gnome-terms.tsv").read_text().splitlines()
TERMS = list(csv.DictReader((line for line in LINES if not line.startswith("#")), delimiter="\t"))
LABELS = [key for key, entry in template.swift_entries().items() if entry["plural"] is None and key[0] is None]


def names(language):
    """What labels are called in a language, by their English names."""
    return translations.names(LABELS, template.manual.translations_of(translations.PROGRAM.translation(language)))


def test_the_terms_are_of_labels_that_the_program_has():
    english = {translations.LABEL_ONLY.sub("", text).strip() for _, text in LABELS}
    assert [term["English"] for term in TERMS if term["English"] not in english] == []


@pytest.mark.parametrize("language", translations.languages())
def test_labels_have_the_terms_of_gnome(language):
    ours = names(language)
    # Some of GNOME's translators write an accent as a character of its own, which looks the same.
    other = [
        f"“{term['English']}” is {called}, and {term[language]} in GNOME" for term in TERMS if term[language]
        for called in ours[term["English"]] if unicodedata.normalize("NFC", called) != term[language]]
    assert other == []

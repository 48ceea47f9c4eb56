/** Shortened words that end with a full stop, lower case, without it: no sentence ends there. */
export const abbreviations: ReadonlySet<string> = new Set(
  [
    // English
    'mr mrs ms dr prof rev hon st jr sr gen col lt sgt capt gov sen rep vs cf approx appt dept est ext fig figs govt ' +
      'inc ltd corp co no nos vol vols ed eds pp ch sec eq ref refs min max avg incl excl resp viz al ca misc tel',
    // German
    'nr bzw evtl ggf inkl exkl str tel abb abs art bd bsp ca dgl dipl einschl geb gest hrsg ing jh kap lfd max min ' +
      'mind mio mrd mwst sog std stk tab tsd vgl zzgl zzt',
    // French, Spanish, Portuguese, Italian, Dutch, Polish, Swedish
    'mm mlle env fig tél éd sra srta dra ud uds núm pág págs aprox depto avda exmo exma pag sig dott ing avv ecc ' +
      'bijv blz dhr mevr nl ul np prof inż mgr tzw tzn dr wg godz bl dvs jfr kl osv tex',
    // Russian, Ukrainian
    'г гг ул д кв корп им руб коп тыс млн млрд см рис табл стр напр т п пр др обл р тел вул грн',
  ]
    .join(' ')
    .split(' '),
);

/** Shortened words after which a sentence does end when a capital letter follows. */
export const closingAbbreviations: ReadonlySet<string> = new Set(
  'etc usw ecc osv itd inc ltd corp co jr sr al no'.split(' '),
);

/** The first three letters of month names that follow an ordinal number with a full stop (`am 3. Oktober`). */
export const ordinalMonths: ReadonlySet<string> = new Set(
  'jan feb mär apr mai jun jul aug sep okt nov dez maj lis kwi gru'.split(' '),
);

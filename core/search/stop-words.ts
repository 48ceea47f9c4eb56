/** Words that say nothing about what a text is about, by language; folded as `fold` does. */
export const stopWords: Readonly<Record<string, ReadonlySet<string>>> = lists({
  en: `a about above after again all also am an and any are aren as at be because been before being below between both
    but by can could couldn d did didn do does doesn doing don down during each few for from further had hadn has hasn
    have haven having he her here hers herself him himself his how i if in into is isn it its itself just ll m me might
    more most my myself no nor not now of off on once only or other our ours ourselves out over own re s same shan she
    should shouldn so some such t than that the their theirs them themselves then there these they this those through to
    too under until up ve very was wasn we were weren what when where which while who whom why will with won would
    wouldn you your yours yourself yourselves`,
  de: `aber als am an auch auf aus bei beim bin bis bist da damit dann das dass dein deine dem den der des die dies diese
    dieser dir doch du durch ein eine einem einen einer eines er es euch fur hab habe haben hat hatte hatten hier ich ihr
    ihm ihn im in ist ja jede kann kein keine konnen mal man mein meine mich mir mit muss nach nicht noch nun nur ob oder
    ohne schon sehr sein seine sich sie sind so soll uber um und uns unser unter vom von vor war waren warum was weil
    welche wenn wer werden wie wieder will wir wird wo wohl wurde wurden zu zum zur`,
  fr: `a ai au aux avait avec avoir c ce cela ces cet cette comme d dans de des deux du elle elles en est et etait etre eu
    fait il ils j je l la le les leur leurs lui m ma mais me mes moi mon n ne nos notre nous on ont ou par pas plus pour
    qu quand que quel quelle qui quoi s sa sans se ses si son sont sur t ta te tes toi ton tu un une vos votre vous y`,
  es: `a al algo aqui como con cual cuando de del desde donde el ella ellas ellos en entre era es esa ese eso esta estan
    estas este esto estos fue ha han hay he hemos la las le les lo los mas me mi mis muy nada ni no nos nosotros o os
    para pero por porque que quien se ser si sin sobre son soy su sus tambien te tengo tiene todo tu tus un una unas uno
    unos y ya yo`,
  it: `a ad al alla alle anche c che chi ci come con cosa cui da dal dalla dei del della delle di dove e ed era essere gli
    ha hai hanno ho i il in io l la le lei lo loro lui ma mi mia mio ne nel nella noi non o per perche piu quale quando
    quello questa questo se sei si sono su sua sul sulla suo ti tra tu un una uno vi voi`,
  pt: `a ao aos as com como da das de dela dele do dos e ela elas ele eles em entre era essa esse esta este eu foi ha isso
    isto ja lhe mais mas me meu minha muito na nao nas no nos nossa o os ou para pela pelo por porque qual quando que
    quem sao se sem ser seu sua tambem te tem tu um uma voce`,
  nl: `aan al als bij dan dat de deze die dit doen door een en er geen had hadden heb hebben heeft het hij hoe ik in is ja
    je jij jullie kan maar me meer men met mij mijn moet naar niet nog nu of om ons ook op over te toen tot u uit van
    veel voor waar wanneer waren wat we wel welke werd wie wij wil word worden ze zei zich zij zijn zo zou`,
  sv: `alla att av de dem den denna det detta dig din du efter ej eller en er ett fran for ha hade han har hon hur i in
    inte jag ju kan man med men mig min mitt mot ni nu nar och om oss pa sa sedan sig sin som till under upp ut var
    vad varfor vem vi vid vilken`,
  no: `alle at av bare ble da de deg dem den denne der det dette din du eller en er et etter for fra ha hadde han har hun
    hva hvem hver hvor hvorfor i ikke inn jeg kan kunne man med meg men min mot na nar og om opp oss pa sa seg sin skal
    som til ut var ved vi vil`,
  da: `af alle at blev da de dem den denne der det dette dig din du efter eller en er et for fra ha havde han har hun hvad
    hvem hvor hvorfor i ikke ind jeg kan kunne man med men mig min mod ned nar nu og om op os over pa sa sig sin skal som
    til ud var ved vi vil`,
  fi: `ei eika en et ette han he hyvin ja jo joka jos jotka kanssa kuin kun kuten me mika mina minka missa mita mutta myos
    ne niin nyt oli olen olet olivat olla on ovat sen se siella sina sita taman tama te tai vain voi`,
  ru: `а без более бы был была были было быть в вам вас весь во вот все всего вы где да даже для до его ее ей ему если есть
    еще же за здесь и из или им их к как какая какои когда кто ли либо мне может мои моя мы на над надо наш не него нее
    нет ни них но ну о об однако он она они оно от очень по под при с со так также такои там те тем то того тоже тои
    только том ты у уже хотя чего чеи чем что чтобы чье чья эта эти это я`,
});

/** Whether a folded word is a stop word of the language. */
export function isStopWord(word: string, language: string): boolean {
  return stopWords[language]?.has(word) === true;
}

function lists(table: Record<string, string>): Record<string, ReadonlySet<string>> {
  return Object.fromEntries(
    Object.entries(table).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
  );
}

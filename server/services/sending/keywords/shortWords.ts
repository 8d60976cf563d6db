/**
 * Words of up to three letters that are common in ordinary texts, English and Nepali in either script, without accents. A
 * keyword is not assembled from these and longer words: `for ex-customers` does not contain `forex`.
 */
export const shortWords: ReadonlySet<string> = new Set(
  [
    'a i am an as at be by do go he hi if in is it me my no of ok on or so to up us we',
    'all and any are ask bad big boy but buy can car cup cut day did end eye far few fit for fun gas get got gym had has',
    'her him his hot how ice its job joy key kid law lot low man map may men mom new non not now off oil old one our out',
    'own pay per pet put red run sad say sea see set she sir sit six son sun tax tea ten the tip too top toy try tv two',
    'use van via was way web who why win won yes yet you ad app apr aug bus com dad dec dr ex feb fri jan jul jun ltd mar',
    'mon mr mrs ms nov oct org pan pm pvt rs sat sep st tel thu tue vat vs wed co id kg km no pin otp sms atm',
    'ma ko le ho ra ta ni ka ki ke na la ya yo tyo chha cha ani haru pani hai bhai di dai aba din ek dui tin chha mero',
    'म को ले हो र त नि का कि के न मा ला यो त्यो छ छु छन् पनि हरू गरी भई एक दुई तीन दिन रु वा तर भने जी ने पा',
  ].flatMap((line) => line.split(' ')),
);

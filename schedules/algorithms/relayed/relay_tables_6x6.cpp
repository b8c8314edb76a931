// Found by testbench/studies/relayed_search.cpp: phases for torus:6x6.
#include "schedules/algorithms/relayed/relay_table.h"

namespace torusim {

void add_relay_tables_6x6(std::vector<RelayTable>& all) {
  all.push_back(
      {{6, 6},
       6,
       {7, 80},
       1,
       "aABbaAAaBcccBaaCAABBcCaaabCBacaaB.bCaBAABbb.BcbbAbCacb.aBAcAbCaBCa.AcACCAABAbbABAbcbb.BcaBCBba.A"
       "CAa.abBAbAaB.cbcBcbAaBCBbAAcbABAabBABCcbacBBaAABCC.bccabBBaAC.cc.AbaAAAbAaBbbAAAAbcABc.BCBcb.CbB"
       "BAb.BbbaBBbbb.ABCBcaaaBCaBBab.aaCCaaCAcA.CBccaAcaaAbBAcAaABaaCCCaAa.BBbCbcBc.bCccA.aAcb.Ba.aBCcB"
       "caCBbaaAABBcBcbbBb.BcAAaBC.bBBcBAabbbbAabbBAaABAcC.AbaAaABCaBAbbaBCCacaAAaCa.BcAAAbbCaaBaABbb.aC"
       "Ca.AbbAbAAcc.Ac.ABbcACCAcaaAaCB..CCBAaCccc.CbbAcBcacC.ba.Bb.bc.CAbcaACCAA.BBbaBcbbaCAbB.bAB.bBa."
       "ABccAcBbb.AABBaCBAbbABbC"});
  all.push_back(
      {{6, 6},
       6,
       {8, 73},
       1,
       "cACbaCabAAABAaCacBaBBbbB.ACAcca.acBaBCbaBb.CcBACcbAcbcBB.ABbCabaaaa.BaaCAaAacBCC.BbbbbBa.BCacA.c"
       "ABbCAACa.BcbCB.cc.CBbAa.ccCc.bbaBb.cBBcACAbBaCAaab.BBacAaACbAbBAbcABAacAb.Bc.ACAcB.CabCC.cbbBBbA"
       "aa.aBccbaBCA.AbCBaaBCAbbccaaBcaBCC.a.CbBBa.Cc.C.C..cb.ABAbcCaaCbaAacBbbccACAbBaaACBBAcCCca.BbaAb"
       "aABBaaAABccacbCBaCaABa.B.CBBcbaBC.acbCBb.bCbcb.BABcbC..BbBA..CCaccababBbACc.Cba.aaACcA.abbBa.cCB"
       "A.CCcCacBabBccAAbCAbAbBBcaabBaabAaBccB.aBCcaACCBaBCCbbaCaCBaBacbAcBbcCAaaACabCaaa.B.AbbABaaBB.bb"
       "acAbBBbBBcbBBabAA.CCcbaacB.ACacb.ACCccAcbBAcACBCAcBAcaCb.Ac.bBaaABBabBBaaB.BBbcCacCcCAbbabC.bAaA"});
  all.push_back(
      {{6, 6},
       6,
       {10, 65},
       1,
       "BbcACBbBaCABCacc.AbbAbAcaaAABCcAaaBAACC.cCaBaBABaaacA.AbCcccaaaAAcAAcaCAACC.c.acaBA.acAAbcAbCab."
       ".AbCBBaCCabca.BAbBAabcBBCBababBcb.aCcb.aBbcBACCBccACBCcAC..A.BcbCC.AbcBbCBbbaBA.baAb.BBccaaaCbab"
       "bBBC.Bc.AABac.acBaa.AbBCbbabAABAbaBAb.BC.BC.cB.AaBCAbA.cb.BcbcBa.cccCA.c.AcAAaBAbCBbAABAbCBbbaaC"
       "Cacb.BBbcBAbAbCAcAaaBabAbAaCCAbaabCCB.cBAABBcCA.BcbcaaCb.cbCaACA.abaBBbbaa.bBbccabCccAACbCAaACBA"
       "CAbaaAACBac.Bbb.BabBaCAacc.cbABB.aCBbB.ACccAa.C.A.B.bCBCbcaCBAabAbBacbaaBba.BabBAabABAbABBb.aAAb"
       "AcAAcACBaCa.acCc.BcaCCbcbAaBAabCAACaabBabaABbABcaACbbCaAaBBaaCa.AbABCacCb.AcbcBbaaBBA.baBc.CBaca"
       ".bcCCa.CcCCAbbABC..cccAaC.ca.bCCc..BAbBbbbBc.CcAcB.ABbcaAaCABcbCaACC.ab.BBb.A.CbcBaaB.bcabCAacaC"
       ".CbABb.AcBCBCb.bcBacB.aaCAbb.AACcBAcCCbBabAbBAcb"});
  all.push_back(
      {{6, 6},
       6,
       {12, 61},
       1,
       "aABCaBCA.acBc..bbCABABCccba.aBAbAcCABCcAAAbbAAAcABcbCbacaAAA.bcBCA.ccbC.bbAACA.BcAA.abB..BcCCBaA"
       "CcbAabAAbbAcbBaaCCbBaCCB.CbbBcabCbbaAabaAaAABbcaABBbcaA.bCAABc.acBAcBbbAACAaCacAaAaA.CbCBbaBCbbc"
       "A.b.ACC..AcbbC.bbcBca.CACAcA.abAA.ABbCabAbBcbABCaAaBB..AcbCBcAAcCBba.cAbacAaBAcBaBBAAbBccCAbbBAb"
       "bc.cbcBcacCbAABCcCC.baaCC.bb.CbBBba.AcCbca.cbaABbAa.CA.AcACaABABcBCC.AbBbBAcAbCbc..BCAcb.ACBcb.b"
       "BCbaBA.CcAAaaCBcbBACbcBAcaA.bbB..cBcabBBaCAaBAcBaaA.AAcBCBabaBBbbbAaC.cBbaaAABbcAbCcaAAAbAABCCb."
       "cBAbbcBb.aB.ccCCabaBABAAccABBCc.ABBbb.AbC..acaAcBBbBaCAcBAbBA.AbBCcBAcbbaABA.BcbCca.BbaBCbbCaCac"
       "BAaABBbcACbC.cbcBa.bCCcbAaAABCcCAabaCCbaaaC..bcC.bbAB.bBabC..AbABb.ac.CcacaBBb.CCccCbaacA.BAbbB."
       "B.cACbbbabAAbbBBbbBAbbBBBBbCa.AABAbbBa.Cc.CA.CbaBCcBC.baaaAaCCca.bbBAbAAbCBbbAaaABB.BAb.AabcBca."
       "ACABcCCCaCacbaAcAbcaCa.cAACbbbaBAAbbbBAcCbbbaBABaBCa.ac.a.BABBacACBacAaBbbBc.acAABBBc.AABAcBCc.b"});
  all.push_back(
      {{6, 6},
       6,
       {16, 57},
       1,
       "c.aBBBbaAaCBcbAbBccaAABaCAbBaACCbaaAbB.AAAc.AcCCAcbaBcaaBcbcACbBACCabaaAacCabaaaCAbBaAABBAcACAbb"
       "Ba.cBAcbABbAcbCcbAaACC.baAABABCCc.aCAbBacAacBbaaAcBbcCC..bcCAAcAABCbba.ca.AabBAbCBb.cBABBBcaAbBb"
       "BbbBBa.ccAACBa.AC.cb.BbAAaCbcBacabAbcBa.BBaAA.BB.bCbcCaBa.BbAABcccAabbABBAcCACCacC.aC.baacA.bAAC"
       "CabA.CbCBBacbAabACb.ACC.abBabAacCbabBAaACabB.Ab.bABBbcaBAABbBcbbaaABBAbcCCbB.BbABCaBabCb.cbCBcb."
       "Cc.bcaAabAAaCAcAaaabBa.ABB.ABBcAABbbCA.bbAAbAbc.CBaAaaABABcbC..CbBBabBabaCA.bbABCabcabCb.ccBaCBa"
       "ABACcaCba.aBcbA.baBa.bBb.BbCBbaBCBbca.AaAAccCaaBAAbbAbA.BAcCaBBAbbACCBcbcAAabBBb.cBcaaBBb.aaCaa."
       "BAbaABbBBbab.aB.cCABCbcAbbAcAcCAcA.aaaCabBaCCAbAbCabacBBaBC.b.AbAbcBCA.bbAA.Ca.ccCAcAbccCBabaCAa"
       "cbAACbba.CABaAaaB.bAaaCA.CbCBbbbaCCCbAa.CcbAa.CcbcacacBCacCAAabcA.AaBacCACBBbCB..acbAbcBAcBbbaAb"
       "b.BAa.BAbAA.bCBCbCabAABCAAC.bAa.AcbaBCbaabAcBAbCC.bC.cbBBcaCCcba.aCCcaa.a.BabaAcbaBBcBABCBbb.CAa"
       "a.CcbB.AbbBCaBBBbbAACccBbBBbaaCabb.cBBaCCAba.bbBcbCBb.abCB.bA.c.AaBBbBAbAbcBAcCabC.bb.Ba.bcBC..a"
       "AbCBba.BACc.bcBbbCB.bCBBAaCAbbacAcbACCcb.abCBa.CBBbbAAACcbA.ccaCBabaAaCb.ccaaCBCaCCacaACC.bb.BA."
       "Ba.accAbBbba.BbCBa.ACCcaCb.BbcAbAAcaBAcaCAbbaAACABcCCB.AbBA.acAbBbcbCbbc.BcaCAbaaACBabCCaA.BB.cb"});
  all.push_back(
      {{6, 6},
       6,
       {24, 49},
       1,
       "BC.Ac.CC.cbA.bCAcb.BbaBbBabAAcbABaabaACBaC.aBacBcBAbB.bbBB.CBaaaBBbaAcbaBBbABabcabAabBaACB.AbbBA"
       "abBCbbAabABbcbaABCaCABBACac.aAacA.ACbcBA.aCbcB.cbCAcABcAAcBbbbaCAbBAbCB.AAC.cC.BB.c.BbacCbbc.Ab."
       "AABcc.aBBAacbAabCA.Ab.BC.bbbB.baacCacAACbAAcAaBB.bbCBCaaC.bBccA.bBA.A.BcBBbbaCCaaAabAaBBcBacBBaB"
       "AbC.ba.CAbccBAaCCAbAaaacaAaaBA.aCAcbCB.CbaABAccBAcCbbBa.ACb.A.cBC..cbBAbbABaabCcbC.aa.a.BBa.CAba"
       "cAabaCBB.cCc.BAaccACC.bAbbABb.BaacBcbaaCACBCbaBAaaAAAbcaC.abBCbCBAbbBCbBC.ba.cbBBbaCb.a.CabbaBC."
       "aBabBc.ccaCbcAaBaCAAAbCAbaBAaBBbbbABbA.bbcBAacCabb.BbABAaCCAbAaba.Bca.CbbCAAAbBCccABAAACBbc.A.bA"
       "aAaBACAccbCAAaBbbaBb.CcABCbBB.bCBCb..bbaAbAbCbccAaA.cBC..BbBACBabbBbbba.abA.AACbcAaabCAbACc.Cb.B"
       ".CC.ca.cbBBBaBB.bcabCaabABcBCb.bbaAaBCbAabCCaAabCAcbaaaBBb.BbaBAaCCab..bcBAcCBbb.aACBAaaBBb.Abbc"
       "AbbaBa.ABacBaACCbBababBBBA.acCA.BAbCBbcCA.bCAbAcBAcca.BaabAAAbbCABAaBBcAba.BA.cbAbCBbBaACabbacCc"
       "AaAbcBCB.BbbBabaABCacBa.bcaBAbBCbaB.abABBAcbCcbBbB.CbAB.abCa.bcbCb.BbCBacBaaBcaaA.BacbaBBCaCCa.C"
       "caCa.bcaAcBAB.caACB.cAAC.bCAcCaba.BCacABBAbcBabbAcb.BAabBcbaAABBccABbBAAcbAbBbcBCb.AABCAcBaaaAAb"
       "BCaAACBbc.aAaBA.BcbBBAbcbBBcbABcbaBAABCac.aBBAb.AcCAcbabaBABAAAACAccacaBCAbAabAcbbAACCbCaAaBBbaa"
       "acBbbCa.CCaBBbbAAAb.BbaaaBCC.Bc.aABcacCbaA.cBAca.cBAcAA.CBcCcB.cbAAbABCbABCCbBaAABbBC.cb.CCbc..a"
       "baBBbBacCc.CACBcb.Bbb.aABb.acaCc.bbACbcA.ACAca.abbaCaCBaaBCbAcCBcaaAB.bcAacbCA.AbCAbbBBbaaCBbc.A"
       "BabcABAbcAAbc..ACCca.BCBCCbB.cAbcaAbabB.aaA.BacCaaBbaBCCb.aAbcBBabBAbbA.bABbbbaAABBaBAbbAaCBcCaC"
       "Cabc.AbBBBa.CA.cbbBCbAaba.aABB.bCacBBcc.AAbBBC.bcCacaaBB.CCABbb.AbAccAAacbAaBBb.B..bb.AAAaccCc.A"
       "cCABbCACAABAcaCc.cc.CB.CacBabcaaCbaaBBcaaBB.aBACBbcBaAB.aAAccBaaBbaaAcBCaCCBabaABBbccAAbBbbaAaAa"
       "BA.ABBcAAabbbbACAABBcbABaBCab..abBB.caababBa.ACbbBAAABCAcB.BAabbAaCAbAacaACa.cbCBcbCabBbbCABbABb"});
}

}  // namespace torusim

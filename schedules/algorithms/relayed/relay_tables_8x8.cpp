// Found by testbench/studies/relayed_search.cpp: phases for torus:8x8.
#include "schedules/algorithms/relayed/relay_table.h"

namespace torusim {

void add_relay_tables_8x8(std::vector<RelayTable>& all) {
  all.push_back(
      {{8, 8},
       4,
       {8, 158},
       1,
       "aB.bD.cbBA.DBBdbaB.bDCcbabAdbBB.d.ADAaB.A.BCd.AbCa.DdcAC.a.dcaCabaBDaAAcACBcbaaaAdbaBDaac.ACA.A."
       "bCB.bdBa.Ab.aaCaACCAcda.AaCBcDabAdBCbCaABca.A.b.a.Cb.Bb.daA.AcBDdD.AAbCcd.BB.aBB.cAAcbB.BCdcBa.B"
       ".ADadA.A.BDaccaA.dDDcAacCA.b.AcAdC.aAcC.Dc.CcAabDabB.CbacaB..aAA"});
  all.push_back(
      {{8, 8},
       4,
       {10, 136},
       1,
       "A.C.dB.aa..cDdcBACBbbdaA.BbCa.CA.bcbADBAdBA.Cb.bCaaa.bbBCa.adDAAbaa.acDA.cc.Ca.BBb.ABCd.acC.aCaC"
       "cCABBa.AcdCa.a.C.Dd..ADdbb.AbbD.aAA.B.bbCBdB.AAdD.cCab.bbdaDCB.acDB..bA.db.bAbCDc.AbBa.Cb..bbCDa"
       ".aBadABbda.aAaCCAaAdcDAa.CBbd.BDCCd..dADD.cBad.aAAC.c.a..dDCdB.bDC.Bc.accaaa.BDDacA.B.bA.bbaDAbb"
       "DdbD.ababaDabA.da.CC.abCbCa.A.Ba"});
  all.push_back(
      {{8, 8},
       4,
       {12, 124},
       1,
       "BCdAAbA.aBaAD.bBcbaCD..baBadCaacbBBabaBbBdb.B.b.BBbbBDbb.cA.CDdCDb.acAaaD..a.AdACB.DbbabBBbdBDbb"
       "BabCaAAbABAaA.c..bDbdD.dBbdaAAAD.aDd.BdDb.Caa..bBAbaaDACA.Ba.ccaBB.DBDda.bc.AaB.AdC..AdCaaAcBbb."
       "dd.BDb.B.B.bcdCaaADBb.aAbBCBab.AdaAbCB.daDaCC.aa.aB.dCBB.aDdc.a..BbACbaAbbCdaa.BabDCbAaBCacaa.AA"
       "aAaCCAa.B.dCBa.AaBDc.DcaAaCacdadbAabCC.b.aDd.BdB.Cd.AaCdAAC.cAaAAaAcAaca.AbCCAaCACA.c.ABCbc.acAb"});
  all.push_back(
      {{8, 8},
       4,
       {16, 114},
       1,
       "aADAb.aBacabCca.dCDA.B.BAAb.BaadBa.bBbdAA.cABa.AaAACBAbbdBAcAcBDdbABAcBAcAaDAAC.bBabAABBCAdd.dA."
       "AaAcAdcCACb.BdaacaBA.AA..ADadC.CaaaaaBC..CcDC..C.aAdCAd.ab.cD.caaCCC.BbBa..dDdccDa.BdB.dA.CAcAa."
       ".acDC..dC..cd.AA.CbDD.bABdacA.bBcAaAAACABAbBBBbBDb.dcbaAaaaaCAacbaB.baB.BCd.B..BadaDDabdCB.D.acc"
       "b.BBaDAAdCAbA.BbbDCda..cd.AbAABbBdb.B.bAABCA.Bdbb.aCabDD.d.aDBdbbBCaaa.abaBAaDA.aB.bbDCAcaCc.b.b"
       "ccBa.CAC.abCCBacaaCa.ab..adAAaCABA.ccBA.DBcCaA.d.d.ADcdBbaaBaAD.DDbAaAa.aBa.aBCBAbBd.dc.DdbA.Bba"
       "CA.A.ac..A.CcBCa.cb.C.aD.BbcadCb"});
  all.push_back(
      {{8, 8},
       4,
       {24, 106},
       1,
       "ADCAdb.aba.cbBDC.bbaDCbaaaA.C.caaAAdC.cab.CCab.Ca..Cb.CAAaACAdcbaaC..AbaCAac.AbDCCcAabAADBbcaaac"
       "DbbBaBaAadaBaaCCDbbBaAacBa.bc.ABAaBCdAAB.b.CdBDdAaA.c.AB.bBAdcBaa..bbBCBABB.bbaa.BDaccaAcAAbBb.C"
       ".d.aDddbAaADABcDb.a.CC.aaAa.D.ba.BcaCa.bDdba.DbAACbABBabd.BB.aBcbBaBaaD.abAaC.c.aCAACbcA.ccbAaBC"
       ".b.CccCbDabB.Bb.dAAbA.Bd.BdAAACBbcBAa.AA.cBCdaBD.A.cDAddBC.aBAd.d.A.CA.cbcDAbc.acBaC.AD.aDDd.Bc."
       "CA.db.aBB.dDBD.Ac.ABAcAdc.C..d.ADcdb.B.DcBaAAcCbaaCA.abbC.aAaBaAdCACACBaa.CdaCa.BdbbB.b.bABabABb"
       ".acBAABdbdBBaBACBAd.AbAa.aAACBda.Cdc.bDDACABB.d.adada.CaBAd.A.AAAbbABCaCc.a.AAC.AbCddd.B.A.DdADd"
       ".Ac.acDA.B.adADACBcCaDA.A.CccdadacaDadCDdbA.AaBAAABA.dc.ABBCbba.Cbaa.abABAdcBA.D.C.AcbCBbbB.bcBA"
       "aDAbBab.Adb.BCaBbaaaAdBADab..AbCbAa.ADBAbCDBbd.cA.C.caada.aDacC.CB.Bbaa.C..ddbAa.DdADa.AacabaACC"});
  all.push_back(
      {{8, 8},
       4,
       {32, 98},
       1,
       "ADBCdCABAbcdA.Abc.aaD..dbACAab.Aa.CA.cb..ABddaBA.cA.Ccd.BDdBADAABB.Cc.AAacAdC.cAaaAAbBB.BA.cBddD"
       "cbaCD..Ba.D.b.ac.bDbccaAADCa.BdAaAAaCAcabD.AbaDCDabdaBaba.aCadCaD..B.BdbAdc.ABAAdcBb.BBBbdBBbBB."
       "BAbaabAcBBbaBBbaD..CcDaddAAAC..badabCbaC.BbAaDC.AbAbAAcb.BbBDab.BdbdaCAbCAcAacA.AacAACAbC..AdBAD"
       "aaa.CdaAbBBAbcB..abbC.a.aBDDbDacccacABCaAACac.a.BDbAB.bA.DbcDcbAaBDAbAa.CbaAaAaB.B.cddDBabCdaAaB"
       ".cb.CcaBBb.aBadcAACAda.C.Cb.CCaAB.bABbbB.aDacAaDaBAcCAcAAbAacdAB.AdaDB.AbbaBCa.Ca.AaCDcd.AcACb.d"
       "bACda..CdD.bAdCBBbb.aCA.CA.ab.aa.CDD.Dd.ccC..b.cCCc.aaAdA.AbA.cAdaAbAaBaBDaaAabAcbaDADCbCb.Bd.Ab"
       "bbBaaAACaDDA.Dc.ABCd.bdbB.baBAbdcaADAAAddAAcCD.AbaBAbCBbacC.aaa.ba.abaDa.D.Dd.DaDbd..D.aaCAcCcca"
       "Bb.ABddcAcACB.dBdAB..aBAb.BAbCBABabBacA.cAadAbCA.DbBaACCcAa.AbCc.BdbA.CA.bDBccaCB.aBAabb.bbDaBCd"
       "AcCc.bdACCcaaBACaca.a.CAAAABAac.AACb.CdCcCa..cD.CdabadaaaAaDa.CADBcdad.DdaA.CB.dC.aA.Ab.dbB..CBB"
       ".aA.cABDaCaCDDbcb..abaDcc.aaDd.abCBAbbBcaAAabBBaaA.AbbC.dB.C.bDcCaaAaaaaaaacCAaAACBDdbABBBbbB.bc"
       "A.B..ac.cbBb.AADCadD.CAcBcdbACAabdadAcB.bABaa.ABADACA.c.aDA.CdcB"});
}

}  // namespace torusim

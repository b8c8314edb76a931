// Phases for torus:16x16. A prototype of testbench/studies/relayed_search.cpp found them, with only those
// lines whose channels are all busy; today's program finds others.
#include "schedules/algorithms/relayed/relay_table.h"

namespace torusim {

void add_relay_tables_16x16(std::vector<RelayTable>& all) {
  all.push_back(
      {{16, 16},
       4,
       {12, 776},
       1,
       "DB.c.BdDd..aDb.b.BdAAaCBACCdcaabDAcAaD.aC.dc.CACDd.a.ddDacA.C.c.ADBadCAA.Bdb.cDDA.BbdaAddA.bDA.a"
       "aBA.CAca.DccaCDbD.caa..BbDacadDb.D.DDCd.CD.dd.A..cbcDdb.Daba.Ab.BdbBB.bd.dB.dDBAAAC.cBa..Dc.aBDd"
       "d.ADCd.Db..AbdD.Bc.CBDd.baD.b..dc.a.AAC.ADCAdc.B.CDd.addBDd.AAAda..CDAc.AcBDdCAbDD.add.cb.abaADa"
       ".cbAD.bbDacDaa.CB.bdBAbaBddDA.ACdaAbAaB.aDDDbAaDDCbbacab.cdaAaC.bDBbbCBac.a..bDacDadAaCaDAbD.abc"});
  all.push_back(
      {{16, 16},
       4,
       {16, 669},
       1,
       ".ADCcbaa.CddA.C.c.acAbCD.adAADCcBA.bBAdaCAda.AACbBDabc.CdaAdAcBDdAB..DB.bbBAbCB.BabCBcbdADAaBadd"
       ".dbCDAbDa..dDCc..DA.C.ddA.BAddA..CdAACCBABA.BcddBBddA.AabdaAaADA.D.AdCD.Bd.BBbdDadDdbaa.Dab..AbA"
       "c.aaA.C..AbdDdbc.CbADDbab.DDbc.CcdaDADCdab.AD.cbaa.AD.c.aaDBbbaD.BAaCCdDc.a.DA.b.B.dDCdabcBabdBA"
       "Cadb.cAaaDaADabDcbaC.AD..ccCa.DcCDcDabAbB..aB.d..bBdd.BaDD.Dc.adBBd.Bd.cdDAdCb.acDa..BDAD.bCaba."
       "C.c.adA.aADB.ccADCd..a.CDd.BdD.d.a.adADAaCACCacaDDcdaD.cAbA.BbdabDBcbCBAd.Ba.bBAC.caaBAdAdBDdaAA"
       "bb.CbBDaBB.cBddaBbdaADABd.DA.B.b"});
  all.push_back(
      {{16, 16},
       4,
       {24, 599},
       1,
       "....DcdAbaBAbBBbADCddA.BdB.bDC.dcBaDAaCDAbC..bd.aDDB.acdaca.Dabbcca.AdCA.cDacDaCdaA.A.BAbdaDaCD."
       "BDdcA.A.AaCDdb.d.cdDAAC..abCDbb..aD.caaADDbD.Abda.ABCAcbDadC.d.cA.BadaAABDddADAB.dDD.bd.dABc.aB."
       "adDB.BcCa.A.Cbc.BBb.BdbBCDcdabAAAdCadD.b.Ad.A.C.bdBbbCBD.cc.a.DDAaAcBDddaAacDab.Da.DcCaAD.b.acaC"
       "ACCAcbadaD.cDDcCD.bbaaa..dB.d.BAbBBcbdBbc.aAD..a.AbADBbbaCDDbBadac.dD.cddD.AAaCDb.a.aCDAA.C.dd.C"
       "Dc.Ddb.dBB.bBadAAaCAdb.CAaCCc.aB.bcaaADdBAb.BDbAdbACCB.ACCccadA.dA.BDD.c.BAcC.daba.BbdDDa.DdbAa."
       "daAaABBdDAbda.aD.CbBD.b.Dc.D.cd.aCadDCbaCc.ad.AAaaaCDdbDbADbb..Ad..a.DDaCDc.aAAcCbdC.cAa.DDccaaa"
       "DA.Ac.a..CdC.dD.DdbD.Dbdc.a.AdC.bDBAb.BcCCcdaaA.Ccc.a.ADADA.Bdda.AAbCBdbDC.d.BdBBbdABc.bCB.AdBAa"
       "ADCDd..CB.dbAcAbBd.aB.daaADabbaDdBAACa.AcDabACCCac.bDccB.b.adaDadCA.C..aADCdcAab..ADCddC.AD..bdc"});
  all.push_back(
      {{16, 16},
       4,
       {32, 574},
       1,
       "aBA.C.cdcda.AbCdcDaA.ADB.CACC.dba.DA.dc.AACdcDa.acDBbAaADCba.Cbdad.BD.cD.dbADcbdABC..adCbDB.b.B."
       "ccadDb...AdaA.CDDCbd.bbAB.bDB.bCcBa.DA..c.aD.CDA.cdBDc.CCddd.aAaCDc.adABCbcbaBA.a...DDcB.dDBcbab"
       "....d.D.DDdd.D.DadDD.ccda...Dac.bDBCbABc.CbdD.babcB.b.BABadCBd.AbbBdb.BAa.DC..cc.aDcdb...DdaADCD"
       ".Db.DDbBb..bbbDBcBaaD..d.aDbcBadDbbAaAad.DdCDD.Cc.abAdC....dd.D.B.dcBc.B.aDacdaDBdd.BD.Ad.A.AABD"
       "ddBb.ABBD.b.abaA..cBaBDbCDcdabADCdcDacA.AaCDc.a.CAccaDAcA.Cada.C.b.adaDdaBAaCacaADCac.aDdD.bDb.B"
       "dDACCB.d.cAdCddADa.AcCa...dAA.CAAaCAcAaDaAA.C.cCDdbB..bDbda.acDdcaaB.CDCDddA.c.c.BdCDa.aAcC.dA.A"
       "bAabaDDb.B.cDCdaDb.acaa..B..ddDD.AddACCAacAACAcAAAABBBdaddBA.dBB.aDccaa.BD.aBadD.DdDA.Cddb..AcC."
       ".ccAaCDaDadc.B.A..bCDdbabA.AbDDcBadBBD.bdbDb.a.ad..BAaCDAbBDdbAbCC..dDAdABAcBBddBab.B.bdcBaB..DA"
       "da.AABCcCdcaaCADaBAACccba.aaDCbac.aDAAC.BA.dB.dCddACCD.c..d.AaCddc..AaCBC.cdadAa.AbDDAbAcCaCDA.c"
       "Bdd.B..caaA.CccDD.bAaaaAbC.DbdDC.aDd.BdBDAbb.bb..CdADB.BdcBb.bBCA.C.cbaaADCb.AdBA.CD.Cdbcdab.cDB"
       "dCA.CC.ACCccacAcAaAaBadc.ADAcaaDdbAaA.Bd..Bdd.BDC.cDa.AbDD..dc.D"});
}

}  // namespace torusim

// Found by testbench/studies/relayed_search.cpp: phases for torus:8x8x8. It printed the room; the cost
// was counted from the ways.
#include "schedules/algorithms/relayed/relay_table.h"

namespace torusim {

void add_relay_tables_8x8x8(std::vector<RelayTable>& all) {
  all.push_back(
      {{8, 8, 8},
       4,
       {24, 1321},
       1,
       "a.aADAbAcBAAaAC.ACbCACdCAcABCAd.AAdAcACa.C..CDdACba.CCbbCa.CaBCDaabaCacCBCa.aCAbAcCaaBC.aab.aC.a"
       "Dc.badaAdaBd.B.bA.DadbC.CCcdd..A.A.dbb.CAda...cCc.bC...D..a.aacDD..c.cA.c.bacb.abDCaaabaBDCdda.b"
       "BAa.D.Ab.cCa.c.AA.c.bBd.BBD..cAbCca..AaAdAcDBB.a.cbA.bc..BbaBd..aBAbbcAB.AAAABcDABADBCA.BcAbacAa"
       "Bda.a.Aaacbd.aaAAcca.Baddaa.CCDAb.Dc.DCABDcbCBaD.CcA.acBBBdBAD.C.CcbAacB.dBAaccBcB..Cb.d.c.DaAAC"
       "..Bc.cCa..aab.Ca.Daa.DaDADDccbADBAcdbC.Bb.abaACd.aAb.dC.caaaDaa..C.aad.B.DABc.dDbBcdAC.Cbc.bcdCd"
       "..Ac.DCaD.abD.abC.aaCa.aaadAcABcAbD.aaADba.CDcCCA..AaBA..caBdab..aA.BCa.BDbaD.AcCbc.CCA.CddbAAb."
       "aAcC..adBa.AdbB..cDbB.A.aBACCBaDBaCBCdccaca.cAaDDB.d.b.BB..ccbCadb.dbDbBCCBdCB.BAABAaacC.baaba.b"
       "aBCCdCaBaa.ACd.dd..baAAcaBACAaaBaaCaC..d...a.ABaC.Ad.A.CAABaabACdAab.acACCAdCA.aAABdaa.C.AaaAaAc"
       "b.babbABaBbAa.bDaA.cbcabba.aaAAAbBAbABbCDAccAaDAA.cC.Cc.caAcccca.cDBc..CAACCcccd.a.CaDCDBC.cCcCC"
       "bDaaABACaBAaABaCBBcaBadAb.aadaA.DB.BccBaAa..BDbaAA.CC.ca.aABBB.b..aA.A..AB.Cb.cDcab.ba.aa.Ac.Bd."
       "Dbdb.d.bCb.baBdCaC.adbB.DC.bd..C.bdACBC.B.b..a.Abc.a..accDBcAaaAaABBcd..aAAad.DDdb.cADcCBDcc.a.A"
       "A.CCb.c.AaCc.addBAABACc..CcbdACdAaaDaBba.ACBAaACB..dBAB.A.bBAdBcBAAaCABBBdAbCaaB.AdD.BaD.B.Bdd.B"
       "bA.abCAB.BaCDaC.C..CCdbcA..BB..dCcA.B..aB.AbCbbCcCaC.a..a.b.cdaCb..b..C.aaaCDaa..aa.bCaCb.aA...C"
       ".Da.caDcDdbD..DcCaaCDDaDA.DA.aAaac.a.dDbD.D.Db.addaAAdCaa.AabCa.adb.dDAd.AdbBdDcdbaaACdCCacd.aaa"
       ".bd.AdDCDdDdd.DAadA.dBb..bd.BDDaDddDdDdAadA.dBaAdA.Aa.AAABcA.B..BcDaAdbAdbAADAAB.B.C.aA.A.Dbbda."
       "..C.bcDbCdBddddADaA.CBBA.AD.bdDbCdB.ABCA.dBCCddCd..Ab.Aa.B...d..D.DB.dCDdA.Ab.Aa.B.a.C..dBDBada."
       "cDdAAAA..Aa.BCcbBdadcADbCdca.B.dbb.dB.A..CABbccAddCBCA.DaBb.c.aBca.bCA.DBabaDdAaabbD..AbADDaabDd"
       "bBCBddad.ABAA..AbcBdbdDA.Acd.DDB...DdA.DD..bB..C.aBba.Daab..Ac.B.B..acCd..AAbDcb.BCDBC...AAC.cb."
       ".DcA.BcdbBCbd.a.d.DcC.AACCA..Ada.A.Da.aCdD.DabAaaBBaBbDbcbCBAaAbbCB.AaDAcaDBaC.b.AccaABA.DCaAcAA"
       ".B.ACbC.Bdda.aA.D.cBaC.C.AacbAacaD.bBaadacABcAbCABACbbcdAaAdBbabAaBaAbabbBcaA.ACaBAA.Bc.bddaAD.a"
       "a..ABbba.B..Bab.dbBCbdA.AD.Ca..A.dCbA.bBdbbabab.Bc..AaBC.daaaDaAAabaaBA.da.AA.A..BAa.aa.c.dAaDc."
       "CcA..Db.AaBABdD.ADBDDdCDa.DABAbdABCAB.D.dAB.Dd.ABDB..dBBBd.dabBAcBbddBBBBad.ddBBBdDdabBA.db.dBBB"
       ".ABbb.CcAaAacAbaA.AaACAD.Ab.AAdABDACDcb.Ab.c.dBbDc..aAcAaacCbAbBAAaA.AAb.ADAAbcA.BB.CcC.bAdA.AAB"
       "cccaab.AaDcAcAbaAaAAcCAaBAa.AABCBdA.AAbAcccA.Aca.cdDAAdca.ABcADaACDAa.ABaAcCA.aAcaAADAAcACacD.cd"
       "..bdABDCA.AabcABCabDaBB.acbD.cbdaaabAcBcAbB...aACCB.ddbaDaDaDaC.Dacaaa.aa.BAdbBDAb.ADbDd....C.bD"
       "C.aaA.a.BaBBBbdd.AAd.Ab.CD..DAdBAABaDaCddd.bC..baAc.D.bAcCa..BdAaBC.bdAc.dcBBCda.BdA.A.d.DDCa.dB"
       "aABAbACAAcb..CBcC.AAbBAB.aB.A.daADAAcc.a.AAc.C.dAbaBbBdAcAAaaCcAAcCCDcAbBAB.accaaAABC.A..c.cbcca"
       ".bDdAADbB.AAAAACCA.CDdAaDaAcaBaAA.AACcAc..ac.A.d.AbcA.Cbb.bAdAb.CdACBCA.AaACAAdAB.ab.cbccbA.cB.B"
       "cBCC.B.cC..a.cb..DcBbCA.AA.ABBcdCAA.DBcc..aca.B.cD.Bcb.aAA.aCBBabca..aDd.DDcbbaccD.dCAa.adbbaaaA"
       "A.DBB.dDaAbb.BADc..bCdaacacA.CBbA.AbADCBbadb.ABA.CB.AaDBddcC..Cc.AAAABAAAc.BAB.cdcbbDa..AcdAA.AC"
       "a.c.BdDDAcDABc.acCAcBbdAABBCaBdaB.CAA.AA..c.AA.BAD.ABccDaABdac..cDDd.cd.AaAABCcaAABAa.A..BD.bc.."
       "aBB.ABDD.cDBAA.AcCcdBAc.aB..BBDaBcaBC.Ba.B..DbdbADdAB.cDDAadacd.c.Dddc.dAadABdcadADAA.aA.bA.dccd"
       "CBAdbC.bbAbBaaaAC.BCdbaaCADdC..adAaBabaA.cB.cb.cCbA.badb.AbaCCadCA.aDAa.aaCAC.BC.babC.dd.A..aA.C"
       "CDCdb..bbAa.ab.ACdBC.babACDAaABacdaaaacA..BaAb.AabAAACBbbbbbCCadCB.ADAaDaaaAcDBCAbabC..d.A.A.A.."
       "c.AACAAdAAaAC.Dc.AacAA.acCDA.CA.AADDCDDccDa..AcDCCdcB.aBAADdc.dA.AAaAAbACadccAaADA.dccAAAdAaAAbA"
       "cBAABbABAAd.Cb.cdAad.A.CcBBAB.ABAAAAdC.Bb...AB..CBccbaabcA..cadAa.A..A.cCBccacaAdAccad.CC..DcbB."
       "BC.bBCB.AbaAbaAB.AaA.AD.aAAA.ACb.c.dbb.Bc.aBAAd.bCDBaAaaAACDaA..aDDdDc.DCCAdaA..AAbABAAdCDBaA.cD"
       "aaAAbAC.ccdAbaABDAaDAAACabcAacCdccAcbDcBaba.AABcbDcBacaDaAaaaCaA.aCbccA.a.aCBcaaca.cAaacdaBba.bc"
       "DcAb.A..AbcCCc.dab.dAABccDdADdAaCA.ac..aA.AD.C.Bb.CaDcCAc.c.ACDcdABba.Adccba.ADAd.BA.bbdaAA.ACC."
       "BB..aCAbAcaDa.dDAAbACa.ABAB.BbAbccCBAbaCcAdcd.DCACaBadbAaa..Bdc..AcACACBdc..dB.DDDBAabAaacCA.a.."
       "BBAacBAbdbbcACDc.aACAABdD.adaB.c..aB.AbcAaa.aD.B.bCdBCAB.CDaBdAaCBA.db..daa.c.Ac.C.Bb.bC.BaAc.AC"
       "Cb.aB.ab.aBd..AdCaACcC.BBcaac.AaAbaA.Aa..DDADd.B.dAdacABDCbABCbaAbA.AbA.DABbcd.abbb.B.CaBbAAabBc"
       "D..bcd.D.bADDDBbaAabba.dABaBAab.DadbB.dadbACabaCb..B.caCBA.ca.BD..bbCaBAA.dBDa.dDcC..abdcDDBA.dA"
       "CA..abdbbAdC.DB.a.dacDcacD.a.a.CADACb.Aa.aabdDAB.AdcDCAcBB.caBcDd..bBcC.d.a..AD....Cdd.DDB.bB.A."
       "dbbDAD.bb..d.BAcBDacBD.d.aCbc.CBcaa.A.CCACcCdaAadaADb..ac.bAbDAaD.aB.DBdBbaba.aa.AbaAAAcaCBaB.A."
       "CAAabbaadabaCAA.Dd.BacBcac.AaCBabbbBcaBAACAA.AAaAbdCaA..adbBABAAA.cBDADaca.Ac.AaCAbaBBdbADaA.AaB"
       ".BAcA.aBaDAa.aBD...CadBB.A.c.aaAdDd.CA.dca.dcAbc.adDAc.cAdbc.adcAACBA.a.CCA.babDCaAA.bacA.aaaD.."
       ".BccDDadaDaA.d.DAC.dCd.B.AAc.BaACDDCABCc.ABAA.cc..ADA..Bbdac.caA.dcaCBca.CDDA..Bcdab..CBC.ddABAC",
       1345});
}

}  // namespace torusim

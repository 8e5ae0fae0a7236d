-- A store as the first released schema wrote it: sqlite3 games.db < store-version-1.sql
PRAGMA application_id=1265200743;
PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE chosen (who TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games (name)) STRICT;
INSERT INTO "chosen" VALUES('','2026-11-29-lithuanian');
CREATE TABLE games (
  name TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, variant TEXT NOT NULL,
  digest TEXT NOT NULL REFERENCES variants (digest), date TEXT NOT NULL, players TEXT NOT NULL,
  deals INTEGER NOT NULL, planned INTEGER, ended INTEGER NOT NULL, finished TEXT NOT NULL,
  binned INTEGER NOT NULL, seen INTEGER NOT NULL, begun TEXT NOT NULL, changed TEXT NOT NULL
) STRICT;
INSERT INTO "games" VALUES('2026-11-29-lithuanian','2026-11-29-lithuanian','lithuanian','86b0f72bb55464a7','2026-11-29','["Onutė","Jonas","Rasa","Vytas"]',2,12,0,'',0,6,'2026-11-29T20:00:00+02:00','2026-11-29T20:00:05+02:00');
INSERT INTO "games" VALUES('friday','friday','lithuanian','86b0f72bb55464a7','2026-11-29','["Łukasz","Élise","Артём","Vytas"]',1,12,1,'early',0,1,'2026-11-29T20:00:06+02:00','2026-11-29T20:00:06+02:00');
INSERT INTO "games" VALUES('lithuanian','lithuanian','lithuanian','86b0f72bb55464a7','','["Ona","Jonas","Rasa","Vytas"]',0,12,0,'',1,2,'2026-11-29T20:00:07+02:00','2026-11-29T20:00:08+02:00');
CREATE TABLE journal (
  game TEXT NOT NULL REFERENCES games (name), seq INTEGER NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL,
  body TEXT NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "journal" VALUES('2026-11-29-lithuanian',1,'2026-11-29T20:00:00+02:00','begin','{"date":"2026-11-29","dealer":3,"digest":"86b0f72bb55464a7","id":"2026-11-29-lithuanian","options":[["finish","domino"],["order","fixed"]],"players":["Ona","Jonas","Rasa","Vytas"],"stake":["0.05","EUR"],"variant":"lithuanian"}',631259128);
INSERT INTO "journal" VALUES('2026-11-29-lithuanian',2,'2026-11-29T20:00:01+02:00','deal','{"deal":{"contract":"no-tricks","counts":[["tricks",[2,3,1,2]]]}}',412255061);
INSERT INTO "journal" VALUES('2026-11-29-lithuanian',3,'2026-11-29T20:00:02+02:00','deal','{"deal":{"contract":"no-hearts","points":[0,-16,0,0]}}',362565766);
INSERT INTO "journal" VALUES('2026-11-29-lithuanian',4,'2026-11-29T20:00:03+02:00','deal','{"deal":{"contract":"no-tricks","counts":[["tricks",[8,0,0,0]]]}}',167097932);
INSERT INTO "journal" VALUES('2026-11-29-lithuanian',5,'2026-11-29T20:00:04+02:00','undo','{}',774486671);
INSERT INTO "journal" VALUES('2026-11-29-lithuanian',6,'2026-11-29T20:00:05+02:00','head','{"key":"players","value":["Onutė","Jonas","Rasa","Vytas"]}',2037303552);
INSERT INTO "journal" VALUES('friday',1,'2026-11-29T20:00:06+02:00','import','{"date":"2026-11-29","dealer":3,"deals":[{"contract":"no-tricks","counts":[["tricks",[2,3,1,2]]]}],"digest":"86b0f72bb55464a7","finished":"early","id":"friday","options":[["finish","domino"],["order","fixed"]],"players":["Łukasz","Élise","Артём","Vytas"],"stake":["0.05","EUR"],"variant":"lithuanian"}',1639436572);
INSERT INTO "journal" VALUES('lithuanian',1,'2026-11-29T20:00:07+02:00','begin','{"dealer":3,"digest":"86b0f72bb55464a7","id":"lithuanian","options":[["finish","domino"],["order","fixed"]],"players":["Ona","Jonas","Rasa","Vytas"],"variant":"lithuanian"}',1372408846);
INSERT INTO "journal" VALUES('lithuanian',2,'2026-11-29T20:00:08+02:00','bin','{"why":"tried out"}',1866987332);
CREATE TABLE seats (
  game TEXT NOT NULL REFERENCES games (name), seat INTEGER NOT NULL, player TEXT NOT NULL, folded TEXT NOT NULL,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES('2026-11-29-lithuanian',0,'Onutė','onute');
INSERT INTO "seats" VALUES('2026-11-29-lithuanian',1,'Jonas','jonas');
INSERT INTO "seats" VALUES('2026-11-29-lithuanian',2,'Rasa','rasa');
INSERT INTO "seats" VALUES('2026-11-29-lithuanian',3,'Vytas','vytas');
INSERT INTO "seats" VALUES('friday',0,'Łukasz','łukasz');
INSERT INTO "seats" VALUES('friday',1,'Élise','elise');
INSERT INTO "seats" VALUES('friday',2,'Артём','артем');
INSERT INTO "seats" VALUES('friday',3,'Vytas','vytas');
INSERT INTO "seats" VALUES('lithuanian',0,'Ona','ona');
INSERT INTO "seats" VALUES('lithuanian',1,'Jonas','jonas');
INSERT INTO "seats" VALUES('lithuanian',2,'Rasa','rasa');
INSERT INTO "seats" VALUES('lithuanian',3,'Vytas','vytas');
CREATE TABLE variants (digest TEXT PRIMARY KEY, body TEXT NOT NULL, seal INTEGER NOT NULL) STRICT;
INSERT INTO "variants" VALUES('86b0f72bb55464a7','{"id":"lithuanian","tables":[4],"layout":"grid","sources":[{"document":"lithuanian-book","part":"Lietuviškasis variantas"}],"readings":["L1","L2","L4"],"names":{"en":"Lithuanian King","ru":"Литовский кинг","lt":"Lietuviškasis Kingas"},"deck":{"ranks":["7","8","9","10","J","Q","K","A"]},"deal":{"hand":8,"packets":[4,4]},"game":{"deals":12,"total":0},"schedule":{"kind":"fixed","order":["no-tricks","no-hearts","no-jacks-and-kings","no-queens","no-king","no-last-two","no-all"],"then":{"trumps":4,"domino":1}},"play":{"trumping":"must","naming":"three-and-one-aside","may_ask":["suit","highest"],"writing":"penalties-without-sign"},"contracts":{"no-tricks":{"values":{"tricks":-2},"total":-16},"no-hearts":{"values":{"hearts":-2},"total":-16,"heart_lead":"banned"},"no-jacks-and-kings":{"values":{"jacks-and-kings":-2},"total":-16},"no-queens":{"values":{"queens":-4},"total":-16},"no-king":{"values":{"king-of-hearts":-16},"total":-16,"heart_lead":"banned"},"no-last-two":{"values":{"last-two":-8},"total":-16},"no-all":{"names":{"en":"Kordebaletas","ru":"Кордебалет","lt":"Kordebaletas"},"combines":["no-tricks","no-hearts","no-jacks-and-kings","no-queens","no-king","no-last-two"],"total":-96,"heart_lead":"banned"},"trumps":{"names":{"en":["Trumps","Atsilošimas"],"ru":["Отыгрыш","Атсилошимас"],"lt":"Atsilošimas"},"values":{"tricks":3},"total":24,"declared":true,"forms":["suit"]},"domino":{"names":{"en":["Domino","Dengimas"],"ru":["Выкладывание","Денгимас"],"lt":"Dengimas"},"prizes":[48,36,12,0],"total":96,"told":["layout-from-nine-of-clubs"]}},"options":{"finish":{"choices":["domino","trumps","short"],"default":"domino"}},"case":[{"when":{"finish":["trumps"]},"game":{"deals":15},"schedule":{"then":{"trumps":8}}},{"when":{"finish":["short"]},"game":{"deals":10},"schedule":{"order":["no-tricks","no-hearts","no-jacks-and-kings","no-queens","no-king","no-last-two"],"then":{"trumps":4}}}]}',526273163);
CREATE INDEX games_by_date ON games (date, variant);
CREATE INDEX seats_by_player ON seats (folded, game);
COMMIT;

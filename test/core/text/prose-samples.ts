/** Paragraphs written for these tests, one a language. */
export const proseSamples = {
  german:
    'Die Werkstatt bleibt bis Ende der Woche geschlossen, weil die neue Absaugung eingebaut wird. Wer noch Holz abholen möchte, ruft bitte vorher an und nennt die Nummer auf dem Abholschein. Die großen Platten liegen im hinteren Lager und können nur mit dem Gabelstapler bewegt werden. Für die Schränke im Obergeschoss fehlen weiterhin drei Scharniere; der Händler hat die Lieferung auf nächsten Dienstag verschoben. Wenn die Farbe bis dahin trocken ist, beginnen wir mit dem Zusammenbau und prüfen anschließend, ob alle Türen gleichmäßig schließen.',
  russian:
    'Мастерская закрыта до конца недели, потому что устанавливают новую вытяжку. Если нужно забрать доски, позвоните заранее и назовите номер квитанции. Большие плиты лежат на дальнем складе, их можно передвинуть только погрузчиком. Для шкафов на втором этаже не хватает трёх петель, поставщик перенёс доставку на следующий вторник. Когда краска высохнет, начнём сборку и проверим, ровно ли закрываются все дверцы.',
  chinese:
    '工作室这周一直关门，因为正在安装新的排风设备。如果还要来取木板，请提前打电话，并告诉我们取货单上的号码。大块板材放在后面的仓库里，只能用叉车移动。二楼的柜子还缺三个铰链，供应商把送货时间推迟到了下周二。等油漆干了以后，我们就开始组装，然后检查所有的门是不是都能关好。会议记录已经放进共享文件夹，有问题的话请直接在文档里留言，不要另外发邮件。',
  japanese:
    '工房は新しい換気設備を取り付けるため、今週いっぱい閉まっています。板を取りに来る方は、前もって電話で伝票の番号を知らせてください。大きな板は奥の倉庫に置いてあり、フォークリフトでないと動かせません。二階の戸棚には蝶番が三つ足りず、店からの配達は来週の火曜日に延びました。塗料が乾いたら組み立てを始めて、すべての扉がきちんと閉まるかを確かめます。会議の記録は共有フォルダーに入れてあるので、質問があれば文書に直接書き込んでください。',
  korean:
    '작업실은 새 환기 장치를 설치하느라 이번 주 내내 문을 닫습니다. 나무판을 가지러 오실 분은 미리 전화해서 전표 번호를 알려 주세요. 큰 판은 뒤쪽 창고에 있어서 지게차로만 옮길 수 있습니다. 이층 찬장에는 경첩이 세 개 모자라고, 가게에서는 배달을 다음 주 화요일로 미뤘습니다. 페인트가 마르면 조립을 시작하고 모든 문이 제대로 닫히는지 확인하겠습니다.',
  english:
    'The workshop stays closed until the end of the week because the new extractor is being fitted. If you still want to collect boards, please ring first and give the number on your slip. The large sheets are in the rear store and can only be moved with the fork lift. Three hinges are still missing for the cupboards upstairs, and the dealer has moved the delivery to next Tuesday. Once the paint is dry we start putting things together, and then check that every door closes evenly.',
  french:
    "L'atelier reste fermé jusqu'à la fin de la semaine, parce que la nouvelle aspiration est en cours de montage. Si vous voulez encore prendre des planches, téléphonez avant et donnez le numéro du bon. Les grands panneaux sont dans la réserve du fond et ne peuvent être déplacés qu'avec le chariot. Il manque toujours trois charnières pour les placards de l'étage, et le marchand a reporté la livraison à mardi prochain.",
  spanish:
    'El taller está cerrado hasta el final de la semana porque se está montando la nueva aspiración. Si todavía quiere recoger tablas, llame antes y diga el número del recibo. Los tableros grandes están en el almacén del fondo y solo se pueden mover con la carretilla. Aún faltan tres bisagras para los armarios de arriba, y la tienda ha pasado la entrega al martes que viene.',
  portuguese:
    'A oficina fica fechada até o fim da semana porque a nova exaustão está sendo instalada. Se você ainda quiser buscar tábuas, ligue antes e informe o número do recibo. As chapas grandes estão no depósito dos fundos e só podem ser movidas com a empilhadeira. Ainda faltam três dobradiças para os armários de cima, e a loja passou a entrega para a próxima terça.',
  italian:
    'Il laboratorio resta chiuso fino alla fine della settimana perché si monta il nuovo impianto di aspirazione. Chi vuole ancora ritirare delle tavole telefoni prima e dica il numero della ricevuta. I pannelli grandi sono nel magazzino in fondo e si possono spostare solo con il carrello. Mancano ancora tre cerniere per gli armadi di sopra, e il negozio ha spostato la consegna a martedì.',
  dutch:
    'De werkplaats blijft tot het einde van de week gesloten omdat de nieuwe afzuiging wordt ingebouwd. Wie nog planken wil ophalen, belt eerst en noemt het nummer van de bon. De grote platen liggen in het achterste magazijn en kunnen alleen met de heftruck worden verplaatst. Voor de kasten boven ontbreken nog drie scharnieren, en de winkel heeft de levering naar dinsdag verschoven.',
  polish:
    'Warsztat jest zamknięty do końca tygodnia, bo trwa montaż nowego odciągu. Kto chce jeszcze odebrać deski, niech najpierw zadzwoni i poda numer z kwitu. Duże płyty leżą w tylnym magazynie i można je przesunąć tylko wózkiem. Do szafek na górze brakuje jeszcze trzech zawiasów, a sklep przełożył dostawę na następny wtorek. Gdy farba wyschnie, zaczniemy składanie i sprawdzimy, czy wszystkie drzwi się zamykają.',
} as const;

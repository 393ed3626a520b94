/** Words a company's display name carries beside its brand; none of them identifies anybody. */
export const genericWords: ReadonlySet<string> = new Set(
  `account accounts africa america american article articles asia australia austria belgium billing canada care
  center central china club company contact country customer customers deutschland digital dienst energie energy
  europa europe european finance financial france germany global group gruppe handel holding holdings india
  industries info information international invest invoice invoices ireland italy japan kunde kunden kundenservice
  kundendienst limited mail management marketing media mexico netherlands news newsletter noreply notification
  notifications oesterreich österreich office online order orders partner partners payment poland portugal rechnung
  rechnungen sales schweiz security service services shop shopping solution solutions spain store stores suisse
  support sweden switzerland system systems team technologies technology trade trading united vertrieb world
  worldwide your`.split(/\s+/),
)

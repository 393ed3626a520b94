import type { ListedMailbox } from '../contract/index.ts'

type Role = NonNullable<ListedMailbox['role']>

/** The properties of a listed folder that decide its role. */
export interface Named {
  path: string
  name: string
  /** 0 for a folder at the top of the account. */
  depth: number
  flags: ReadonlySet<string>
  isSelectable: boolean
}

/** RFC 6154 §2 and RFC 8457 special-use attributes. */
const byFlag: ReadonlyArray<[string, Role]> = [
  ['\\archive', 'archive'],
  ['\\drafts', 'drafts'],
  ['\\sent', 'sent'],
  ['\\trash', 'trash'],
  ['\\junk', 'junk'],
  ['\\all', 'all'],
  ['\\flagged', 'flagged'],
  ['\\important', 'important'],
]

/** Names that servers and clients without special-use give these folders; compared folded, most likely first. */
const byName: Readonly<Record<'sent' | 'drafts' | 'trash' | 'junk' | 'archive', readonly string[]>> = {
  sent: [
    'sent',
    'sent items',
    'sent messages',
    'sent mail',
    'gesendet',
    'gesendete objekte',
    'gesendete elemente',
    'gesendete nachrichten',
    'postausgang gesendet',
    'envoyés',
    'éléments envoyés',
    'messages envoyés',
    'enviados',
    'elementos enviados',
    'correo enviado',
    'itens enviados',
    'mensagens enviadas',
    'inviati',
    'posta inviata',
    'elementi inviati',
    'messaggi inviati',
    'verzonden',
    'verzonden items',
    'wysłane',
    'elementy wysłane',
    'skickat',
    'skickade objekt',
    'sendt',
    'sendte elementer',
    'lähetetyt',
    'odeslané',
    'odeslaná pošta',
    'elküldött',
    'trimise',
    'gönderilmiş',
    'gönderilmiş öğeler',
    'отправленные',
    'надіслані',
    'εξερχόμενα',
    'απεσταλμένα',
    '送信済み',
    '送信済みトレイ',
    '已发送',
    '已发送邮件',
    '寄件備份',
    '보낸 편지함',
  ],
  drafts: [
    'drafts',
    'draft',
    'draft messages',
    'entwürfe',
    'entwurf',
    'brouillons',
    'brouillon',
    'borradores',
    'borrador',
    'rascunhos',
    'rascunho',
    'bozze',
    'concepten',
    'kopie robocze',
    'szkice',
    'utkast',
    'kladder',
    'luonnokset',
    'koncepty',
    'rozepsané',
    'piszkozatok',
    'ciorne',
    'taslaklar',
    'черновики',
    'чернетки',
    'πρόχειρα',
    '下書き',
    '草稿',
    '草稿箱',
    '임시 보관함',
    '임시보관함',
  ],
  trash: [
    'trash',
    'deleted',
    'deleted items',
    'deleted messages',
    'bin',
    'rubbish',
    'papierkorb',
    'gelöscht',
    'gelöschte objekte',
    'gelöschte elemente',
    'gelöschte nachrichten',
    'corbeille',
    'éléments supprimés',
    'messages supprimés',
    'papelera',
    'elementos eliminados',
    'lixeira',
    'lixo',
    'itens excluídos',
    'cestino',
    'posta eliminata',
    'elementi eliminati',
    'prullenbak',
    'verwijderde items',
    'kosz',
    'elementy usunięte',
    'papperskorgen',
    'papperskorg',
    'borttagna objekt',
    'papirkurv',
    'papirkurven',
    'slettede elementer',
    'roskakori',
    'poistetut',
    'koš',
    'odstraněná pošta',
    'lomtár',
    'kuka',
    'gunoi',
    'çöp',
    'çöp kutusu',
    'silinmiş öğeler',
    'корзина',
    'удаленные',
    'кошик',
    'κάδος απορριμμάτων',
    'ゴミ箱',
    '削除済みアイテム',
    '已删除',
    '已删除邮件',
    '垃圾桶',
    '휴지통',
  ],
  junk: [
    'junk',
    'spam',
    'junk mail',
    'junk email',
    'junk e mail',
    'bulk mail',
    'spamverdacht',
    'unerwünscht',
    'unerwünschte werbung',
    'werbung spam',
    'courrier indésirable',
    'indésirables',
    'pourriel',
    'correo no deseado',
    'no deseado',
    'lixo eletrônico',
    'lixo eletrónico',
    'posta indesiderata',
    'indesiderata',
    'ongewenst',
    'ongewenste e mail',
    'ongewenste reclame',
    'wiadomości śmieci',
    'skräppost',
    'søppelpost',
    'uønsket post',
    'uønsket e post',
    'roskaposti',
    'nevyžádaná pošta',
    'levélszemét',
    'önemsiz',
    'gereksiz',
    'gereksiz posta',
    'спам',
    'нежелательная почта',
    'ανεπιθύμητα',
    '迷惑メール',
    '垃圾邮件',
    '垃圾郵件',
    '스팸',
    '스팸 메일함',
  ],
  archive: [
    'archive',
    'archives',
    'archiv',
    'archivio',
    'archivo',
    'archivados',
    'arquivo',
    'arquivo morto',
    'archief',
    'archiwum',
    'arkiv',
    'arkisto',
    'arkistoi',
    'archív',
    'archívum',
    'arhivă',
    'arşiv',
    'архив',
    'архів',
    'αρχείο',
    'アーカイブ',
    '归档',
    '封存',
    '보관함',
  ],
}

/**
 * Path → role, each role once: what the server flags first, then well-known names among the folders at the top.
 * A folder deeper down ("Clients/Archive") is somebody's own and keeps no role.
 */
export function assignRoles(folders: readonly Named[]): Map<string, Role> {
  const roles = new Map<string, Role>()
  const taken = new Set<Role>()
  const give = (folder: Named | undefined, role: Role) => {
    if (!folder || taken.has(role) || roles.has(folder.path)) return
    roles.set(folder.path, role)
    taken.add(role)
  }
  const usable = folders.filter((folder) => folder.isSelectable)
  give(
    usable.find((folder) => folder.path.toUpperCase() === 'INBOX'),
    'inbox',
  )
  for (const [flag, role] of byFlag) {
    give(
      usable.find((folder) => [...folder.flags].some((own) => own.toLowerCase() === flag)),
      role,
    )
  }
  const top = usable.filter((folder) => folder.depth === 0)
  for (const [role, names] of Object.entries(byName) as Array<[keyof typeof byName, readonly string[]]>) {
    for (const name of names.map(foldName)) {
      give(
        top.find((folder) => foldName(folder.name) === name),
        role,
      )
    }
  }
  return roles
}

/** Case, accents written either way, and the separators people put between words do not matter. */
function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\-_.]+/g, ' ')
    .trim()
}

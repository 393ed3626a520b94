/**
 * A display name split at the legal form of a company: `Example Trading Ltd.` → words ["example", "trading"].
 * Undefined when the name holds no legal form, in which case it claims to be no company.
 */
export function companyWords(displayName: string): string[] | undefined {
  const words = displayName
    .toLowerCase()
    .split(/[\s,;:()[\]"'|–—]+/)
    .filter((word) => word !== '')
  const rest = words.filter((word) => !legalForms.has(undotted(word)))
  if (rest.length === words.length) return undefined
  return rest.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '')
}

/** `Co.`, `S.A.` and `e.V.` are the undotted words; so are `A/S` and `Sp. z o.o.`. */
function undotted(word: string): string {
  return word.replace(/[./]/g, '')
}

const legalForms: ReadonlySet<string> = new Set(
  `gmbh ggmbh mbh ag kg kgaa ohg gbr ug ev eg se inc llc llp ltd limited plc corp corporation company co sa sas sarl
  srl spa bv nv as aps ab oy oyj pty pte kft zrt sp zoo doo`.split(/\s+/),
)

import type { Person } from '../write/letter.ts'

const at =
  (host: string) =>
  (name: string, local: string): Person => ({ name, email: `${local}@${host}` })

const studio = at('larkfield.example')
const mail = at('postbox.example')

/** Those one writes with every week. */
export const colleagues: readonly Person[] = [
  studio('Tomás Ferreira', 'tomas'),
  studio('Aisha Rahman', 'aisha'),
  studio('Greta Lindholm', 'greta'),
  studio('Ben Okafor', 'ben'),
  studio('Yuki Tanaka', 'yuki'),
  studio('Clara Hoffmann', 'clara'),
  studio('Daniel Weiss', 'daniel'),
  studio('Maeve O’Brien', 'maeve'),
]

export const clients: readonly Person[] = [
  { name: 'Helena Brandt', email: 'helena.brandt@kesslerbrandt.example' },
  { name: 'Marco Bianchi', email: 'm.bianchi@portosereno.example' },
  { name: 'Sophie Laurent', email: 'sophie.laurent@ateliermarais.example' },
  { name: 'Rajesh Iyer', email: 'rajesh@bluewharf.example' },
  { name: 'Dr. Katrin Vogel', email: 'k.vogel@stadtwerke-nordhafen.example' },
  { name: 'Per Åkesson', email: 'per.akesson@vasterbygg.example' },
  { name: 'Lucía Morales', email: 'lucia@morales-asociados.example' },
]

export const friends: readonly Person[] = [
  mail('Elin Sørensen', 'elin.sorensen'),
  mail('Jonas Meyer', 'jonas.meyer'),
  mail('Priya Nair', 'priya.nair'),
  mail('Sam Whitaker', 'sam.whitaker'),
  mail('Zoë van Dijk', 'zoe.vandijk'),
  mail('Mikael Lindqvist', 'mikael.lindqvist'),
  mail('Karin Lindqvist', 'karin.lindqvist'),
  mail('Anouk Girard', 'anouk'),
]

export const everybody: readonly Person[] = [...colleagues, ...clients, ...friends]

/** The n-th of as many people as needed, for long lists of recipients. */
export function stranger(n: number): Person {
  const first = [
    'Ada',
    'Bruno',
    'Chloe',
    'Dario',
    'Eva',
    'Felix',
    'Gina',
    'Hugo',
    'Iris',
    'Jan',
    'Kira',
    'Leo',
  ]
  const last = ['Adler', 'Berg', 'Costa', 'Diaz', 'Ek', 'Fuchs', 'Greco', 'Holm', 'Ito', 'Janssen', 'Kovac']
  const name = `${first[n % first.length]} ${last[Math.floor(n / first.length) % last.length]}`
  return { name, email: `${name.toLowerCase().replace(' ', '.')}.${n}@members.example` }
}

import type { StoryPerson } from '../write/story-message.ts'

const at =
  (host: string) =>
  (name: string, local: string): StoryPerson => ({ name, email: `${local}@${host}` })

const studio = at('larkfield.example')
const mail = at('postbox.example')

export const tomas = studio('Tomás Ferreira', 'tomas')
export const aisha = studio('Aisha Rahman', 'aisha')
export const greta = studio('Greta Lindholm', 'greta')
export const ben = studio('Ben Okafor', 'ben')
export const yuki = studio('Yuki Tanaka', 'yuki')
export const clara = studio('Clara Hoffmann', 'clara')
export const daniel = studio('Daniel Weiss', 'daniel')
export const maeve = studio('Maeve O’Brien', 'maeve')

/** People the owner writes with every week. */
export const colleagues: readonly StoryPerson[] = [tomas, aisha, greta, ben, yuki, clara, daniel, maeve]

export const helena: StoryPerson = { name: 'Helena Brandt', email: 'helena.brandt@kesslerbrandt.example' }
export const marco: StoryPerson = { name: 'Marco Bianchi', email: 'm.bianchi@portosereno.example' }
export const sophie: StoryPerson = { name: 'Sophie Laurent', email: 'sophie.laurent@ateliermarais.example' }
export const rajesh: StoryPerson = { name: 'Rajesh Iyer', email: 'rajesh@bluewharf.example' }
export const katrin: StoryPerson = { name: 'Dr. Katrin Vogel', email: 'k.vogel@stadtwerke-nordhafen.example' }
export const per: StoryPerson = { name: 'Per Åkesson', email: 'per.akesson@vasterbygg.example' }
export const lucia: StoryPerson = { name: 'Lucía Morales', email: 'lucia@morales-asociados.example' }

export const clients: readonly StoryPerson[] = [helena, marco, sophie, rajesh, katrin, per, lucia]

export const elin = mail('Elin Sørensen', 'elin.sorensen')
export const jonas = mail('Jonas Meyer', 'jonas.meyer')
export const priya = mail('Priya Nair', 'priya.nair')
export const sam = mail('Sam Whitaker', 'sam.whitaker')
export const zoe = mail('Zoë van Dijk', 'zoe.vandijk')
export const mikael = mail('Mikael Lindqvist', 'mikael.lindqvist')
export const karin = mail('Karin Lindqvist', 'karin.lindqvist')
export const anouk = mail('Anouk Girard', 'anouk')

export const friends: readonly StoryPerson[] = [elin, jonas, priya, sam, zoe, mikael, karin, anouk]

/** A professor at the school of building; not a client. */
export const jansen: StoryPerson = { name: 'Prof. Arno Jansen', email: 'jansen@bauschule.example' }

/** The n-th of as many people as needed, for long lists of recipients. */
export function stranger(n: number): StoryPerson {
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

import { describe, expect, it } from 'vitest'
import { pruneCsdl } from './csdl.mjs'
import { pruneDiscovery } from './discovery.mjs'

const discovery = {
  name: 'post',
  version: 'v1',
  revision: '20260101',
  servicePath: '',
  parameters: { fields: { type: 'string', location: 'query' } },
  schemas: {
    Letter: {
      properties: {
        raw: {
          type: 'string',
          format: 'byte',
          annotations: { required: ['post.letters.send', 'post.other'] },
        },
        stamps: { type: 'array', items: { $ref: 'Stamp' } },
        marks: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
    Stamp: { properties: { value: { type: 'string', format: 'uint64' } } },
    Parcel: { properties: {} },
  },
  resources: {
    letters: {
      methods: {
        send: {
          id: 'post.letters.send',
          httpMethod: 'POST',
          path: 'post/v1/{box}/letters',
          parameters: {
            box: { type: 'string', location: 'path', required: true },
            class: { type: 'string', enum: ['first', 'second'], location: 'query', repeated: true },
          },
          request: { $ref: 'Letter' },
          scopes: ['https://post.example/auth/post.send'],
        },
        lose: { id: 'post.letters.lose', httpMethod: 'DELETE', path: 'post/v1/{box}', scopes: [] },
      },
    },
  },
}

describe('pruning a discovery document', () => {
  it('keeps the methods asked for and the shapes they reach', () => {
    expect(pruneDiscovery(discovery, (id: string) => id === 'post.letters.send').split('\n')).toEqual([
      'document post v1 20260101',
      'scope post.send https://post.example/auth/post.send',
      'everywhere',
      '  fields:string',
      'POST post/v1/{box}/letters post.letters.send',
      '  ? class:enum(first|second)[]',
      '  < Letter',
      '  scopes post.send',
      'shape Letter',
      '  raw:byte@post.letters.send stamps:Stamp[] marks:{string}',
      'shape Stamp',
      '  value:uint64',
    ])
  })
})

const metadata = `<Schema Namespace="microsoft.graph" Alias="graph">
<EntityType Name="letter" BaseType="graph.thing" OpenType="true">
  <Property Name="to" Type="Collection(graph.person)" Nullable="false" />
  <Property Name="secret" Type="graph.vault" />
  <NavigationProperty Name="answers" Type="Collection(graph.letter)" />
  <NavigationProperty Name="drawer" Type="graph.drawer" />
</EntityType>
<EntityType Name="thing"><Property Name="id" Type="Edm.String" Nullable="false" /></EntityType>
<EntityType Name="drawer"><Property Name="size" Type="Edm.Int32" /></EntityType>
<ComplexType Name="person"><Property Name="kind" Type="graph.kindOfPerson" /></ComplexType>
<ComplexType Name="vault" OpenType="true"></ComplexType>
<EnumType Name="kindOfPerson"><Member Name="friend" Value="0" /><Member Name="foe" Value="1" /></EnumType>
<Action Name="burn" IsBound="true"><Parameter Name="it" Type="graph.letter" /><Parameter Name="Slowly" Type="Edm.Boolean" /></Action>
<Action Name="shut" IsBound="true"><Parameter Name="it" Type="graph.drawer" /></Action>
<Function Name="delta" IsBound="true"><Parameter Name="it" Type="Collection(graph.letter)" /><ReturnType Type="Collection(graph.letter)" /></Function>
<EntityContainer Name="all"><EntitySet Name="letters" EntityType="microsoft.graph.letter" /></EntityContainer>
</Schema>`

describe('pruning the metadata of Graph', () => {
  it('keeps the types asked for with what they hold, and the links and operations among them', () => {
    const selection = { roots: ['letters'], entities: ['letter'], onlyOf: {} }
    expect(pruneCsdl(metadata, selection).split('\n')).toEqual([
      'root letters letter[]',
      'enum kindOfPerson friend foe',
      'entity letter : thing',
      '  to:person[]! secret:vault',
      '  -> answers:letter[]',
      'complex person',
      '  kind:kindOfPerson',
      'entity thing',
      '  id:String!',
      'open vault',
      'action letter.burn',
      '  Slowly:Boolean',
      'function letter[].delta',
      '  -> letter[]',
    ])
  })

  it('refuses a name that the metadata does not have', () => {
    expect(() => pruneCsdl(metadata, { roots: [], entities: ['parcel'], onlyOf: {} })).toThrow('parcel')
  })
})

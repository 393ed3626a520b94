import { capability } from '@plmail/wire'
import type { Mail } from '../../../mail/index.ts'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { listCategories } from '../list/categories.ts'

/** Categories of mail: the properties and filters that name them are those of Email, Thread and List. */
export function createCategoriesCapability({ mail }: { mail: Mail }): Capability {
  return {
    uri: capability.categories,
    ofAccount: inAccountsThat('holdsMail'),
    methods: { 'List/categories': listCategories({ mail }) },
  }
}

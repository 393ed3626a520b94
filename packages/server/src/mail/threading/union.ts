/** Disjoint sets over any keys: which messages and threads turned out to be one conversation. */
export class Union<Key> {
  readonly #parent = new Map<Key, Key>()

  /** The key that stands for the set of `key`; a key never seen is a set of its own. */
  find(key: Key): Key {
    let root = key
    for (let up = this.#parent.get(root); up !== undefined && up !== root; up = this.#parent.get(root))
      root = up
    this.#parent.set(key, root)
    return root
  }

  join(a: Key, b: Key): void {
    this.#parent.set(this.find(a), this.find(b))
  }
}

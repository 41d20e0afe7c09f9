// What the check of conventions reports of a small tree, which a test writes.
import { checkConventions } from '../../../scripts/conventions/check.ts'
import { type Tree, treeForTests } from '../../support/runner/source-tree.ts'

/** Gives each test of the file an empty tree. Returns what writes into it and checks it: `file: fault` for each fault. */
export function checkedTreeForTests(): (written: Tree) => Promise<string[]> {
  const tree = treeForTests()
  return async (written) => {
    await tree.write(written)
    return (await checkConventions(tree.root())).map(({ file, fault }) => `${file}: ${fault}`)
  }
}

/** The texts of one language. */
export const locale = (language: string, texts: object, namespace = 'home'): Tree => ({
  [`src/i18n/locales/${language}/${namespace}.json`]: texts,
})

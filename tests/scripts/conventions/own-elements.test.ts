// The convention that a text which comes and goes, or follows what does, has an element of its own: on a small tree of components.
import { describe, expect, it } from 'vitest'
import { checkConventions } from '../../../scripts/conventions/check.ts'
import { treeForTests } from '../../support/runner/source-tree.ts'

const tree = treeForTests()

async function faultsOf(component: string, path = 'src/islands/Sum.tsx'): Promise<string[]> {
  await tree.write({ [path]: component })
  return (await checkConventions(tree.root())).map(({ file, fault }) => `${file}: ${fault}`)
}

const wrong = (words: string, path = 'src/islands/Sum.tsx'): string =>
  `${path}:1: "${words}" comes and goes, or follows what does: give it a <span>`

describe('a text of a component', () => {
  it.each([
    ['that comes and goes beside an element', "<p><b />{x && 'text'}</p>", "{x && 'text'}"],
    ['that is there or not', "<p><b />{x ? sum + ' $' : null}</p>", "{x ? sum + ' $' : null}"],
    ['whose place an element takes', "<p><b />{x ? 'text' : <i />}</p>", "{x ? 'text' : <i />}"],
    ['after an element that comes and goes', '<p>{x && <b />}text</p>', 'text'],
    ['after a list', '<ul>{rows.map(Row)}text</ul>', 'text'],
    ['in a fragment within', "<p><b /><>{x && 'text'}</></p>", "{x && 'text'}"],
    ['that a formatter writes', '<p>{x && <b />}{formatMoney(x)}</p>', '{formatMoney(x)}'],
    ['alone in a fragment', "<>{sum + ' $'}</>", "{sum + ' $'}"],
  ])('%s is reported', async (_, element, words) => {
    expect(await faultsOf(`const Sum = () => ${element}`)).toEqual([wrong(words)])
  })

  it.each([
    ['with an element of its own', '<p><b />{x && <span>text</span>}</p>'],
    ['that is alone in its element', "<p>{x && 'text'}</p>"],
    ['before what comes and goes', '<p>text{x && <b />}</p>'],
    ['that changes and stays', "<p><b />{x ? 'one' : 'two'}</p>"],
    ['that is wrapped', '<p><b />{x && wrapTexts(rows)}</p>'],
  ])('%s is not', async (_, element) => {
    expect(await faultsOf(`const Sum = () => ${element}`)).toEqual([])
  })

  it('is looked for in the office too', async () => {
    const component = "const Sum = () => <p><b />{x && 'text'}</p>"
    const path = 'src/office/rooms/Sum.tsx'
    expect(await faultsOf(component, path)).toEqual([wrong("{x && 'text'}", path)])
  })
})

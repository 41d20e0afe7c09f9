// The convention that a text which comes and goes, or follows what does, has an element of its own: on a small tree of components.
import { describe, expect, it } from 'vitest'
import { checkedTreeForTests } from './checked-tree.ts'

const faultsOfTree = checkedTreeForTests()

const faultsOf = (component: string, path = 'src/islands/Sum.tsx'): Promise<string[]> =>
  faultsOfTree({ [path]: component })

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
    ['beside another in a component', '<Line>text<b /></Line>', 'text'],
    ['in an element that has no other in turn', '<p>{x ? <b>text<i /></b> : <b>one</b>}</p>', 'text'],
    ['in an element within one that stays', '<p>{x ? <b><i>text<s /></i></b> : <b><i>one</i></b>}</p>', 'text'],
    ['alone in a fragment', "<>{sum + ' $'}</>", "{sum + ' $'}"],
  ])('%s is reported', async (_, element, words) => {
    expect(await faultsOf(`const Sum = () => ${element}`)).toEqual([wrong(words)])
  })

  it('beside another in one of the returns of a function is reported', async () => {
    const component = 'function Sum() { if (x) return <p>text<b /></p>; return <p>one</p> }'
    expect(await faultsOf(component)).toEqual([wrong('text')])
  })

  it.each([
    ['with an element of its own', '<p><b />{x && <span>text</span>}</p>'],
    ['that is alone in its element', "<p>{x && 'text'}</p>"],
    ['before what comes and goes', '<p>text{x && <b />}</p>'],
    ['that changes and stays', "<p><b />{x ? 'one' : 'two'}</p>"],
    ['alone in a component', '<Line>text</Line>'],
    ['beside another in a component with a key', '<Line key={x}>text<b /></Line>'],
    ['in an element of another kind in turn', '<p>{x ? <b>text<i /></b> : <i>one</i>}</p>'],
    ['beside another in both of two', '<p>{x ? <b>text<i /></b> : <b>one<i /></b>}</p>'],
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

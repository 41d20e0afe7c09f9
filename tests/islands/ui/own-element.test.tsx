// Texts with elements of their own, which a browser can translate.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { wrapTexts } from '../../../src/islands/ui/own-element.tsx'

const html = (children: Parameters<typeof wrapTexts>[0]): string => renderToStaticMarkup(<p>{wrapTexts(children)}</p>)

it.each([
  ['Sell', '<span>Sell</span>'],
  [['Sell ', 3, ' items'], '<span>Sell 3 items</span>'],
  [[<i key="a" />, 'Sell', false, null], '<i></i><span>Sell</span>'],
  [['Sell', ' ', <i key="a" />, ' ', <b key="b" />], '<span>Sell </span><i></i> <b></b>'],
  [<i key="a" />, '<i></i>'],
  [undefined, ''],
])('%j becomes %s', (children, expected) => {
  expect(html(children)).toBe(`<p>${expected}</p>`)
})

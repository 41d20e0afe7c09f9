// What the islands of the home page render on the server: a row that keeps its place until the player is known, and a link without a script.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { HeroLink } from '../../../src/islands/home/HeroLink.tsx'
import { OwnCases } from '../../../src/islands/home/OwnCases.tsx'
import { $ownCases } from '../../../src/stores/home/own-cases.ts'

describe('the cases that a player opened last', () => {
  it('are a busy list until they are known, also after the server has read others', () => {
    $ownCases.set({ favourites: [], opened: [] })
    const markup = renderToStaticMarkup(<OwnCases lang="en" />)
    expect(markup).toMatch(/^<ul [^>]*aria-busy="true"[^>]*><\/ul>$/)
    $ownCases.set(null)
  })
})

describe('the link of the banner', () => {
  it('leads to its case', () => {
    const markup = renderToStaticMarkup(<HeroLink lang="uk" url="orion" price={250} label="Відкрити Оріон" />)
    expect(markup).toMatch(/^<a href="\/case\/orion"[^>]*>.*Відкрити Оріон.*<\/a>$/)
  })
})

// The text of a page as the room Words works on it.
import { describe, expect, it } from 'vitest'
import {
  changedSections,
  dayOf,
  headingsOf,
  idOf,
  pageOf,
  titleOf,
  today,
  withDay,
  withEntry,
} from '../../src/office/rooms/words/page-text.ts'

const TEXT = `---
title: "Questions: all"
description: Many words.
updated: 2026-11-21
---

First words.

## Start {#start}

### How do I sign in? {#sign-in}

Through Steam.

## Money {#money}

It is in dollars.
`

describe('the text of a page', () => {
  it('has a title, a day and headings', () => {
    expect([titleOf(TEXT), dayOf(TEXT), dayOf(TEXT.replace('updated', 'translates'))]).toEqual([
      'Questions: all',
      '2026-11-21',
      '2026-11-21',
    ])
    expect(headingsOf(TEXT).map(({ id, level, line }) => [id, level, line])).toEqual([
      ['start', 2, 9],
      ['sign-in', 3, 11],
      ['money', 2, 15],
    ])
    expect(dayOf(withDay(TEXT, '2026-12-01'))).toBe('2026-12-01')
    expect(pageOf('pages/faq/uk.md')).toBe('faq')
    expect(pageOf('cases.json')).toBeUndefined()
  })

  it('takes an entry at the end of a section, also of the last one', () => {
    const entry = { id: 'how-long', title: ' How long? ', words: 'Ten minutes.\n' }
    const inStart = withEntry(TEXT, { ...entry, section: 'start' })
    expect(inStart).toContain('Through Steam.\n\n### How long? {#how-long}\n\nTen minutes.\n\n## Money {#money}')
    expect(changedSections(TEXT, inStart)).toEqual(['how-long'])
    const last = withEntry(TEXT, { ...entry, section: 'money' })
    expect(last.endsWith('It is in dollars.\n\n### How long? {#how-long}\n\nTen minutes.\n')).toBe(true)
    expect(withEntry(TEXT, { ...entry, section: 'nowhere' })).toBe(TEXT)
  })

  it('says which sections differ, and not that a day does', () => {
    expect(changedSections(TEXT, withDay(TEXT, '2026-12-01'))).toEqual([])
    expect(changedSections(TEXT, TEXT.replace('First words', 'Other words'))).toEqual([''])
    expect(changedSections(TEXT, TEXT.replace('## Money {#money}\n\nIt is in dollars.\n', ''))).toEqual(['money'])
  })

  it('makes the address of a heading of its first words', () => {
    expect(idOf('How long does a withdrawal take?')).toBe('how-long-does-a')
    expect(idOf('  What’s “TON”?')).toBe('whats-ton')
    expect(idOf('Сколько идёт вывод?')).toBe('')
  })

  it('names the day of the reader', () => {
    expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  })
})

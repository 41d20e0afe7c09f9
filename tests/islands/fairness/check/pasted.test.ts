// Input pasted into the fairness page: every invalid field is reported, and nothing throws.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProof, readValues } from '../../../../src/islands/fairness/check/pasted.ts'

const odds = JSON.stringify({ case: 'orion', price: 250, entries: [{ item: 'a', price: 100, tickets: 1_000_000 }] })

const typed = { serverSeed: '0'.repeat(64), clientSeed: 'client', nonce: '1', game: 'case', n: '1000000', odds: '' }

const proof = {
  id: '00000000-0000-4000-8000-000000000001',
  game: 'case',
  player: { id: 1, username: null },
  commit: '0'.repeat(64),
  serverSeed: null,
  clientSeed: 'client',
  nonce: 1,
  n: 1_000_000,
  roll: 7,
  oddsHash: '0'.repeat(64),
  odds,
  won: { item: { id: 'a', icon_url: 'https://elsewhere.example/x.png' }, price: 100 },
}

describe('typed values', () => {
  it('are parsed with spaces around them and groups within numbers', () => {
    const spaced = { ...typed, serverSeed: ` ${typed.serverSeed}\n`, nonce: '1 234', n: '1,000,000', odds: ` ${odds} ` }
    expect(readValues(spaced)).toEqual({
      ok: true,
      values: { serverSeed: typed.serverSeed, clientSeed: 'client', nonce: 1234, game: 'case', n: 1_000_000, odds },
    })
  })

  it.each([
    [{ serverSeed: '' }, { serverSeed: 'serverSeed' }],
    [{ serverSeed: 'A'.repeat(64) }, { serverSeed: 'serverSeed' }],
    [{ clientSeed: 'a:b' }, { clientSeed: 'clientSeed' }],
    [{ clientSeed: 'x'.repeat(65) }, { clientSeed: 'clientSeed' }],
    [{ nonce: '-1' }, { nonce: 'nonce' }],
    [{ nonce: '' }, { nonce: 'nonce' }],
    [{ nonce: '1e3' }, { nonce: 'nonce' }],
    [{ n: '0' }, { n: 'n' }],
    [{ n: '281474976710657' }, { n: 'n' }],
    [{ odds: '<b>odds</b>' }, { odds: 'odds' }],
    [{ odds, game: 'upgrade' }, { odds: 'oddsGame' }],
    [{ odds, n: '100000' }, { odds: 'oddsTickets' }],
    [
      { serverSeed: '', clientSeed: '', nonce: 'x', n: 'x', odds: '{' },
      { serverSeed: 'serverSeed', clientSeed: 'clientSeed', nonce: 'nonce', n: 'n', odds: 'odds' },
    ],
  ])('of %j report every invalid field', (change, faults) => {
    expect(readValues({ ...typed, ...change })).toEqual({ ok: false, faults })
  })
})

describe('a pasted proof', () => {
  const { id, player, ...checked } = proof

  it('is parsed as the API returns it, and from its inner part alone', () => {
    const record = { ...checked, won: { item: 'a', price: 100 } }
    expect(readProof(JSON.stringify(proof))).toEqual({ kind: 'record', record })
    expect(readProof(JSON.stringify({ success: true, roll: proof }))).toEqual({ kind: 'record', record })
  })

  it('is parsed with an amount of money instead of an item, as for the wheel', () => {
    const spin = { ...checked, game: 'wheel', won: { item: null, price: 50 } }
    expect(readProof(JSON.stringify(spin))).toEqual({
      kind: 'record',
      record: { ...spin, won: { item: 'balance', price: 50 } },
    })
    expect(readProof(JSON.stringify({ ...spin, won: { item: null } }))).toEqual({ kind: 'field', field: 'won' })
  })

  it.each([
    ['', { kind: 'json' }],
    ['<script>alert(1)</script>', { kind: 'json' }],
    ['7', { kind: 'proof' }],
    ['null', { kind: 'proof' }],
    ['{"name":"x"}', { kind: 'proof' }],
    [JSON.stringify({ ...proof, game: 'roulette' }), { kind: 'field', field: 'game' }],
    [JSON.stringify({ ...proof, serverSeed: '<b>' }), { kind: 'field', field: 'serverSeed' }],
    [JSON.stringify({ ...proof, nonce: '1' }), { kind: 'field', field: 'nonce' }],
    [JSON.stringify({ ...proof, roll: 0 }), { kind: 'field', field: 'roll' }],
    [JSON.stringify({ ...proof, odds: 7 }), { kind: 'field', field: 'odds' }],
    [JSON.stringify({ ...proof, won: { item: {}, price: 1 } }), { kind: 'field', field: 'won' }],
    [JSON.stringify({ ...proof, won: undefined }), { kind: 'field', field: 'won' }],
  ])('that is invalid is reported: %s', (text, read) => expect(readProof(text)).toEqual(read))

  it('may be any JSON', () => {
    fc.assert(fc.property(fc.json(), (text) => readProof(text).kind !== 'record'))
  })
})

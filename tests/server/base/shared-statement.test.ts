// Calls that share statements: those that wait together go together, and what only one may touch is never touched twice at once.
import { describe, expect, it } from 'vitest'
import { type SharedOptions, shareStatements } from '../../../src/server/base/shared-statement.ts'

/** Statements that end when the test says so. */
function heldStatements(options?: SharedOptions<string>) {
  const begun: { pieces: readonly string[]; done: PromiseWithResolvers<string> }[] = []
  const call = shareStatements((pieces: readonly string[]) => {
    const done = Promise.withResolvers<string>()
    begun.push({ pieces, done })
    return done.promise
  }, options)
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  return { call, turn, pieces: () => begun.map((one) => one.pieces), end: (at: number) => begun[at]?.done }
}

describe('shared statements', () => {
  it('take what waits at the same moment, and then all that came meanwhile', async () => {
    const { call, turn, pieces, end } = heldStatements()
    const first = [call('a'), call('b')]
    await turn()
    const second = [call('c'), call('d'), call('e')]
    await turn()
    expect(pieces()).toEqual([['a', 'b']])
    end(0)?.resolve('one')
    expect(await Promise.all(first)).toEqual(['one', 'one'])
    await turn()
    expect(pieces()).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ])
    end(1)?.resolve('two')
    expect(await Promise.all(second)).toEqual(['two', 'two', 'two'])
  })

  it('run as many at once as allowed, each with no more pieces than allowed', async () => {
    const { call, turn, pieces } = heldStatements({ atOnce: 2, most: 2 })
    for (const piece of ['a', 'b', 'c']) void call(piece)
    await turn()
    expect(pieces()).toEqual([['a', 'b'], ['c']])
    for (const piece of ['d', 'e']) void call(piece)
    await turn()
    expect(pieces()).toHaveLength(2)
  })

  it('have one piece under way of those that touch the same', async () => {
    const { call, turn, pieces, end } = heldStatements({ atOnce: 2, touches: (piece) => [piece.slice(0, 1)] })
    for (const piece of ['a1', 'a2', 'b1']) void call(piece)
    await turn()
    expect(pieces()).toEqual([['a1', 'b1']])
    void call('c1')
    await turn()
    expect(pieces()).toEqual([['a1', 'b1'], ['c1']])
    end(0)?.resolve('')
    await turn()
    expect(pieces()[2]).toEqual(['a2'])
  })

  it('follow one another before callers get a result, with a driver that sends at the end of a turn', async () => {
    const sent: (readonly string[])[] = []
    const ends: (() => void)[] = []
    const call = shareStatements(
      (pieces: readonly string[]) =>
        new Promise<void>((resolve) => {
          process.nextTick(() => sent.push(pieces))
          ends.push(resolve)
        }),
    )
    const seen = call('a').then(() => sent.length)
    await expect.poll(() => sent).toEqual([['a']])
    void call('b')
    await new Promise((resolve) => setImmediate(resolve))
    ends[0]?.()
    expect(await seen).toBe(2)
    expect(sent).toEqual([['a'], ['b']])
  })

  it('fail for all of their pieces, and for no other', async () => {
    const { call, turn, end } = heldStatements()
    const failed = Promise.allSettled([call('a'), call('b')])
    await turn()
    const next = call('c')
    end(0)?.reject(new Error('refused'))
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await turn()
    end(1)?.resolve('done')
    expect(await next).toBe('done')
  })
})

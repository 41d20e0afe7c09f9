// The formulas that `npm run bench -- scale` holds its measurements against, by cases whose answers are known.
import { describe, expect, it } from 'vitest'
import { predict } from '../../load/scale/queue-model.ts'

describe('the model of a queue before a database', () => {
  it('waits half of a statement with one connection that is half busy', () => {
    const { served, refused, waitS } = predict({ connections: 1, serviceS: 1, offered: 0.5, patienceS: 3 })
    expect([served, refused]).toEqual([0.5, 0])
    expect(waitS).toBeCloseTo(0.5)
  })

  it('waits less with two connections for twice the load', () => {
    // Erlang's C for two servers and one Erlang is a third.
    expect(predict({ connections: 2, serviceS: 1, offered: 1, patienceS: 3 }).waitS).toBeCloseTo(1 / 6)
  })

  it('serves the limit above it, and refuses the rest', () => {
    expect(predict({ connections: 3, serviceS: 0.1, offered: 300, patienceS: 3 })).toEqual({
      served: 30,
      refused: 0.9,
      waitS: 3,
    })
  })
})

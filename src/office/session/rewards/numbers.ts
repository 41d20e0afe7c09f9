// Numbers of rewards as they are typed.
import { centsOf } from '../search.ts'

/** Reads an amount above nothing in dollars as cents; undefined for none. */
export const amountOf = (text: string): number | undefined => centsOf(text) || undefined

/** Reads a whole number; undefined for none, and for one that is out of its range. */
export function countIn(least: number, most: number): (text: string) => number | undefined {
  return (text) => {
    const plain = text.replaceAll(/\s/g, '')
    const count = /^\d{1,7}$/.test(plain) ? Number(plain) : -1
    return count >= least && count <= most ? count : undefined
  }
}

/** Moves an element of a list by a step; the list as it is where there is no place for it. */
export function moved<Element>(list: readonly Element[], from: number, step: 1 | -1): readonly Element[] {
  const [element, beside] = [list[from], list[from + step]]
  return element === undefined || beside === undefined ? list : list.with(from, beside).with(from + step, element)
}

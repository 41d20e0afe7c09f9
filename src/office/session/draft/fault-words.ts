// What is wrong with the shop of a draft, in the language of the office. The check says it in English, for the command line and for logs too.
import type { Language } from '../../../game/base/language.ts'
import { loadRoomTexts, type RoomTexts } from '../../../i18n/office/load.ts'

export type FaultTexts = RoomTexts['officeShopFaults']

const NAMES = /\{\{(\w+)\}\}/g

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Messages have the quotation marks and apostrophes of a keyboard. */
const asTyped = (text: string): string => literally(text).replaceAll(/[“”]/g, '"').replaceAll('’', "['’]")

/** Returns a pattern of the messages that an English text makes; each of its names is a group. */
function patternOf(text: string): RegExp {
  const parts = text.split(NAMES).map((part, place) => (place % 2 === 0 ? asTyped(part) : `(?<${part}>.*?)`))
  return new RegExp(`^${parts.join('')}$`, 's')
}

const plainLength = (text: string): number => text.replaceAll(NAMES, '').length

/** A language that is named in English is written as its code: `uk` for `Ukrainian ("uk")`. */
const codeOf = (value: string): string => /^\w+ \("(\w\w)"\)$/.exec(value)?.[1] ?? value

/** Returns a function that writes messages of the check in another language; one that is not known stays as it is. */
export function faultTranslator(english: FaultTexts, own: FaultTexts): (message: string) => string {
  const keys = (Object.keys(english) as (keyof FaultTexts)[]).toSorted(
    (one, other) => plainLength(english[other]) - plainLength(english[one]),
  )
  const patterns = keys.map((key) => [key, patternOf(english[key])] as const)
  return (message) => {
    for (const [key, pattern] of patterns) {
      const match = pattern.exec(message)
      if (match === null) continue
      return own[key].replaceAll(NAMES, (whole, name: string) => codeOf(match.groups?.[name] ?? whole))
    }
    return message
  }
}

/** Returns what `faultTranslator` does, with the texts of a language. */
export async function openFaultTranslator(language: Language): Promise<(message: string) => string> {
  const load = async (of: Language): Promise<FaultTexts> => (await loadRoomTexts(of, 'officeShopFaults')) as FaultTexts
  return faultTranslator(...(await Promise.all([load('en'), load(language)])))
}

// What is wrong with the shop of a draft, in the language of the office. The check says it in English, for the command line and for logs too.
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { parseLanguage } from '../../../i18n/language.ts'
import { loadRoomTexts, type RoomTexts } from '../../../i18n/office/load.ts'

export type FaultTexts = RoomTexts['officeShopFaults']

const NAMES = /\{\{(\w+)\}\}/g

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Returns a pattern of the messages that an English text makes; each of its names is a group. */
function patternOf(text: string): RegExp {
  const parts = text.split(NAMES).map((part, place) => (place % 2 === 0 ? literally(part) : `(?<${part}>.*?)`))
  return new RegExp(`^${parts.join('')}$`, 's')
}

const plainLength = (text: string): number => text.replaceAll(NAMES, '').length

/** Returns a function that writes messages of the check in another language; one that is not known stays as it is. */
export function faultTranslator(english: FaultTexts, own: FaultTexts): (message: string) => string {
  const keys = (Object.keys(english) as (keyof FaultTexts)[]).toSorted(
    (one, other) => plainLength(english[other]) - plainLength(english[one]),
  )
  const patterns = keys.map((key) => [key, patternOf(english[key])] as const)
  return (message) => {
    for (const [key, pattern] of patterns) {
      const match = pattern.exec(message)
      if (match !== null) return own[key].replaceAll(NAMES, (whole, name: string) => match.groups?.[name] ?? whole)
    }
    return message
  }
}

const asTheyAre = (message: string): string => message

/** Returns what `faultTranslator` does, for the language of the office; messages are in English until its texts are there. */
export function useFaultWords(isAny: boolean): (message: string) => string {
  const { i18n } = useTranslation()
  const language = parseLanguage(i18n.language) ?? 'en'
  const { data } = useQuery({
    queryKey: ['fault-words', language],
    queryFn: async () => {
      const load = async (of: typeof language): Promise<FaultTexts> =>
        (await loadRoomTexts(of, 'officeShopFaults')) as FaultTexts
      const [english, own] = await Promise.all([load('en'), load(language)])
      return { translate: faultTranslator(english, own) }
    },
    enabled: isAny && language !== 'en',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.translate ?? asTheyAre
}

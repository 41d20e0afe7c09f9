// Verbs in words.
import { useTranslation } from 'react-i18next'
import { isVerb } from '../../game/office/verbs.ts'

/** Returns a function that writes a verb in words; one that only a newer server knows is written as its name. */
export function useVerbText(): (verb: string) => string {
  const { t } = useTranslation(['office', 'officeVerbs'])
  return (verb) => (isVerb(verb) ? t(`officeVerbs:${verb}`) : verb)
}

// Reasons in words: what a person wrote as it is, what the site decided by its codes in the reader's language.
import { useTranslation } from 'react-i18next'
import { type DecisionReason, fixedReason } from '../../game/office/job-reasons.ts'
import type { ReviewReason } from '../../game/withdrawal/withdrawal-review.ts'

/** Returns a function that writes the codes of a reason in words, those of a check with commas between them; an unknown one stays a code. */
export function useCodeText(): (reason: string) => string {
  const { t, i18n } = useTranslation('officeEvents')
  const textOf = (code: string): string => {
    if (i18n.exists(`officeEvents:reasons.${code}`)) return t(`reasons.${code as DecisionReason}`)
    return i18n.exists(`officeEvents:review.${code}`) ? t(`review.${code as ReviewReason}`) : code
  }
  return (reason) => reason.split(', ').map(textOf).join(', ')
}

/** Returns a function that writes the reason of an act in words; `isJob` where no person gave it. */
export function useReasonText(): (reason: string, isJob: boolean) => string {
  const codeText = useCodeText()
  return (reason, isJob) => {
    const fixed = fixedReason(reason)
    if (fixed !== undefined) return codeText(fixed)
    return isJob ? codeText(reason) : reason
  }
}

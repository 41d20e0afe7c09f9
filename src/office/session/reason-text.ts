// Reasons in words: what a person wrote as it is, what the site decided by its codes in the reader's language.
import { useTranslation } from 'react-i18next'
import { fixedReason, reasonCodes } from '../../game/office/job-reasons.ts'

/** Returns a function that writes the codes of a reason in words; one that only a newer server knows is written as its code. */
export function useCodeText(): (reason: string) => string {
  const { t } = useTranslation('officeEvents')
  return (reason) =>
    reasonCodes(reason)
      ?.map(({ kind, code }) => (kind === 'review' ? t(`review.${code}`) : t(`reasons.${code}`)))
      .join(', ') ?? reason
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

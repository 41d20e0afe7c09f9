// Paths of case pages. Apart from free-case.ts, because every page links drops to them and needs nothing else of free cases.

/** The URL part of all free cases in drops: they share one page. */
export const FREE_CASE_URL = 'free_case'

/** Returns the page of a case as drops refer to it. */
export function casePath(url: string): string {
  return url === FREE_CASE_URL ? `/${FREE_CASE_URL}` : `/case/${url}`
}

/** The file with what cases contain, which the choice of cases of a battle loads. */
export const CASE_CONTENTS_PATH = '/case-contents.json'

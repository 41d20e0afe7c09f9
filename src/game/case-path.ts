// Where the page of a case is. Apart from free-case.ts: every page has drops that lead there, and loads nothing else of free cases.

/** In the place of a case's address, drops from free cases have this: they have one page together. */
export const FREE_CASE_URL = 'free_case'

/** The page of a case as drops name it. */
export function casePath(url: string): string {
  return url === FREE_CASE_URL ? `/${FREE_CASE_URL}` : `/case/${url}`
}

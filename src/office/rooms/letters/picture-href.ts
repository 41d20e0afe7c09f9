/** Returns the address of a picture, below the office's calls: the cookie opens it. */
export const pictureHref = (id: string): string => `/office/api/letters/pictures/${id}`

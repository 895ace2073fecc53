export const error = 'Error'

// What GitHub answers instead of what was asked for. REST sends status and body; GraphQL makes an entry of
// `errors` of it, with `kind` as its type.
export class ApiError extends Error {
  constructor(status, message, more = {}) {
    super(message);
    this.status = status;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
    this.extra = more.extra ?? {};
    this.kind = more.kind ?? { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[status] ?? 'UNPROCESSABLE';
  }
}

export const notFound = (what = 'Not Found') => new ApiError(404, what);
export const forbidden = (why = 'Forbidden') => new ApiError(403, why);
export const unprocessable = (message, errors) => new ApiError(422, message, { errors });

// GitHub's form for a field that is wrong: code is missing, missing_field, invalid, already_exists or custom.
export function invalid(resource, field, code, message) {
  return unprocessable('Validation Failed', [{ resource, field, code, ...(message && { message }) }]);
}

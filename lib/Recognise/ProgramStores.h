// Stores of a query program that the host file makes.
#pragma once

namespace regtt::recognise {

class Recogniser;

/// Lets what follows the calls begin with the stores, at the end of the
/// program, of what calls come to in places that iterations share; whether
/// there are any.
bool storeBehindCalls(Recogniser &site);

} // namespace regtt::recognise
